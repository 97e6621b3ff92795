import { CircleAlert, CircleCheck } from 'lucide-react'
import { toast, Toaster as Sonner } from 'sonner'
import { Button } from './button'

export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      gap={8}
      offset={16}
      style={{ fontFamily: 'var(--font-sans)' }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: 'flex w-[22rem] items-start gap-2.5 rounded-md bg-canvas px-3 py-2.5 shadow-float',
          content: 'min-w-0 flex-1',
          title: 'font-medium break-words',
          description: 'text-muted break-words',
          icon: 'mt-[3px] shrink-0',
        },
      }}
      icons={{
        success: <CircleCheck size={15} className="text-done" aria-hidden />,
        error: <CircleAlert size={15} className="text-failed" aria-hidden />,
      }}
    />
  )
}

export type Said = { readonly message: string; readonly hint?: string }

type Act = { readonly label: string; readonly run: () => void }

export const notify = {
  done: (message: string, extra: { readonly hint?: string; readonly action?: Act; readonly also?: Act } = {}) => {
    const { action, also } = extra
    const id = toast.success(message, {
      description: extra.hint,
      // Long enough to be read and reached, as the action is offered only here.
      ...(action ? { duration: 9000 } : {}),
      cancel: also && (
        <Button
          variant="ghost"
          className="ml-2"
          onClick={() => {
            toast.dismiss(id)
            also.run()
          }}
        >
          {also.label}
        </Button>
      ),
      action: action && (
        <Button
          className="ml-2"
          onClick={() => {
            toast.dismiss(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      ),
    })
  },
  problem: ({ message, hint }: Said) => toast.error(message, { description: hint || undefined, duration: 9000 }),
} as const
