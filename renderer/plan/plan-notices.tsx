import type { PlanView } from '@shared/contract/plan-view'
import { hasModel } from '@shared/model/built-in'
import { isTerminal } from '@shared/model/plan'
import { Banner, ErrorState } from '../ui'
import { BriefNotices } from './brief-notices'
import { HookFailure, isHookFailure } from './hook-notice'
import { RawAnswer } from './raw-answer'
import { isToRecover, Recovery } from './recovery'

/** What went wrong or is worth knowing, above the tabs. */
export function PlanNotices({ plan }: { readonly plan: PlanView }) {
  const { error } = plan
  const pending = plan.guidance.pending
  // What was worth knowing as it began is of no use once it has ended; the activity still tells it.
  const notices = isTerminal(plan.state) || plan.apply_undone !== null ? [] : plan.notices
  if (!error && notices.length === 0 && pending.length === 0 && !plan.applied) return null
  return (
    <>
      {error && (
        <ErrorState
          message={error.code === 'interrupted' ? 'The application ended while this plan was running.' : error.message}
          hint={
            error.code === 'interrupted'
              ? 'Nothing recorded is lost. Resume goes on after the last recorded step.'
              : error.hint
          }
        >
          {error.tool && (
            <p className="text-muted">
              In <span className="mono">{error.tool}</span>
              {error.step !== null && `, step ${error.step}`}
            </p>
          )}
          <RawAnswer text={error.raw} byModel={hasModel(plan.actors)} />
          {isHookFailure(error) && <HookFailure planId={plan.plan_id} error={error} />}
          {isToRecover(plan) && <Recovery plan={plan} />}
        </ErrorState>
      )}
      {plan.applied?.map((applied) => (
        <Banner key={applied.resource} look="info">
          <span className="font-medium">{applied.resource}</span>: {applied.files}{' '}
          {applied.files === 1 ? 'file' : 'files'}{' '}
          {applied.commit ? (
            <>
              in commit <span className="mono">{applied.commit.slice(0, 10)}</span>
              {applied.branch && ` on ${applied.branch}`}
              {applied.reverted_by && (
                <>
                  , taken back by <span className="mono">{applied.reverted_by.slice(0, 10)}</span>
                </>
              )}
            </>
          ) : (
            'as uncommitted edits'
          )}
          {applied.notices.map((notice) => (
            <span key={notice} className="block text-muted">
              {notice}
            </span>
          ))}
        </Banner>
      ))}
      <BriefNotices notices={notices} />
      {pending.map((text) => (
        <Banner key={text} look="info">
          <span className="text-muted">Guidance for the next step: </span>
          {text}
        </Banner>
      ))}
    </>
  )
}
