#!/bin/bash
# The floor of isolated work. Usage: raw-git.sh REPOSITORY WORKTREE
set -eu
git -C "$1" worktree add -q -b bench-raw "$2" HEAD
for file in "$2"/src/target_*.js; do
  text=$(<"$file")
  printf '%s\n' "${text/= \"before\";/= \"after\";}" > "$file"
done
git -C "$2" diff > "$2.diff"
git -C "$1" worktree remove --force "$2"
git -C "$1" branch -q -D bench-raw
rm "$2.diff"
