import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, ErrorState, Skeleton } from '../ui'
import { type Problem, problemOf } from './problem'

/** A question's answer with its waiting and failing states; what was known before stays while it is asked again. */
export function QueryView<T>(props: {
  readonly query: Pick<UseQueryResult<T, unknown>, 'data' | 'error' | 'refetch' | 'isFetching'>
  readonly children: (data: T) => ReactNode
  readonly waiting?: ReactNode
  /** Where one goes on from what is not there. */
  readonly instead?: ReactNode
}) {
  const { query } = props
  if (query.data !== undefined) return props.children(query.data)
  if (query.error) {
    const problem = problemOf(query.error)
    // Asking again brings nothing back that is not there.
    const lost = props.instead !== undefined && /\.(?:unknown|not_found)$/.test(problem.code)
    return (
      <div className="p-4">
        <ProblemState
          problem={
            lost && problem.hint.includes('`')
              ? { ...problem, hint: 'It may have been removed, or stand in another data folder.' }
              : problem
          }
          actions={
            lost ? (
              props.instead
            ) : (
              <Button icon={RotateCw} onClick={() => void query.refetch()} busy={query.isFetching}>
                Try again
              </Button>
            )
          }
        />
      </div>
    )
  }
  return props.waiting ?? <Skeleton />
}

export function ProblemState(props: {
  readonly problem: Problem
  readonly actions?: ReactNode
  readonly children?: ReactNode
}) {
  const { problem } = props
  return (
    <ErrorState message={problem.message} hint={problem.hint} faultId={problem.faultId} actions={props.actions}>
      {props.children}
    </ErrorState>
  )
}
