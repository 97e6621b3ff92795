#!/usr/bin/env bash
# Reviews a branch without a person: fixes what its checks find and commits the fixes onto the branch.
#
#   docs/ci/review.sh BRANCH [BASE]
#
# WORKSPACE           the checkout of BRANCH               ($GITHUB_WORKSPACE, else the current folder)
# CHECKS              folder with validations as YAML      ($WORKSPACE/.cleveragents/checks)
# ACTION              the action's YAML                    (review-pr.yaml beside this file)
# ACTOR               who does the work, provider/model    (anthropic/claude-sonnet-5-5; its key comes from the environment)
# CLEVERAGENTS_HOME   the data folder                      (a new one, so that jobs do not meet)
#
# Ends with 0 where every required check passes, on the branch as it is or as it was fixed, and otherwise says why it is as it was:
# 1 the plan failed or was cancelled, 2 wrong input, 4 Apply was refused by a conflict or a check.
set -euo pipefail

branch=${1:?usage: review.sh BRANCH [BASE]}
base=${2:-main}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
workspace=${WORKSPACE:-${GITHUB_WORKSPACE:-$PWD}}
checks=${CHECKS:-$workspace/.cleveragents/checks}
actor=${ACTOR:-anthropic/claude-sonnet-5-5}
export CLEVERAGENTS_HOME=${CLEVERAGENTS_HOME:-$(mktemp -d)}

# What is there already from an earlier run (exit status 4) is as good as made.
ensure() {
  local status=0
  agents "$@" --format plain >/dev/null || status=$?
  [ "$status" -eq 0 ] || [ "$status" -eq 4 ] || exit "$status"
}
field() { sed -n "s/^ *\"$1\": \"\(.*\)\",\{0,1\}\$/\1/p" | head -n 1; }

agents init --yes --format plain >/dev/null
for role in strategy execution; do agents config set "actor.default.$role" "$actor" --format plain >/dev/null; done
ensure resource add git-checkout local/workspace --path "$workspace" --branch "$branch"
ensure project create --description "CI workspace" --resource local/workspace local/ci
ensure action create --config "${ACTION:-$here/review-pr.yaml}"
for config in "$checks"/*.yaml; do
  [ -e "$config" ] || continue
  name=local/$(basename "$config" .yaml)
  ensure validation add --config "$config" --required "$name"
  ensure validation attach --project local/ci "$name"
done

# The profile `ci` never waits: the plan ends applied, or errored with the reason.
status=0
answer=$(agents plan use --wait --format json --automation-profile ci \
  --arg "pr_branch=$branch" --arg "base_branch=$base" local/review-pr local/ci) || status=$?
plan=$(field plan_id <<<"$answer")
state=$(field state <<<"$answer")
if [ -z "$plan" ]; then
  printf '%s\n' "$answer" >&2
  exit "$status"
fi
agents plan status "$plan" --format plain
agents plan diff "$plan" --format plain
case $state in
  applied) echo "Review of $branch complete." ;;
  constrained) exit 4 ;;
  *) exit 1 ;;
esac
