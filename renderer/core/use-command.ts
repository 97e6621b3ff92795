import { useMutation } from '@tanstack/react-query'
import { notify } from '../ui'
import { type Problem, problemOf } from './problem'

type Options<O, I> = {
  readonly onDone?: (output: O, input: I) => void
  /** Where given, the caller shows the failure in its place; else it is said in a toast. */
  readonly onProblem?: (problem: Problem, input: I) => void
}

/** Something the user tells the core to do. What it changed comes back as events, so nothing is invalidated here. */
export function useCommand<O, I = void>(run: (input: I) => Promise<O>, options: Options<O, I> = {}) {
  const mutation = useMutation<O, unknown, I>({
    mutationFn: run,
    onSuccess: (output, input) => options.onDone?.(output, input),
    onError: (error, input) => {
      const problem = problemOf(error)
      if (options.onProblem) options.onProblem(problem, input)
      else notify.problem(problem)
    },
  })
  return {
    run: mutation.mutate,
    busy: mutation.isPending,
    problem: mutation.error ? problemOf(mutation.error) : null,
    reset: mutation.reset,
    input: mutation.variables,
  }
}
