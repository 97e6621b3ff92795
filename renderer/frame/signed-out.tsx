import { KeyRound } from 'lucide-react'
import { EmptyState } from '../ui'

export function SignedOut() {
  return (
    <main className="flex h-full">
      <EmptyState icon={KeyRound} title="This page needs a session">
        <p>
          Run <code className="rounded-[4px] bg-pressed px-1 text-ink">agents serve</code> on the machine where your
          plans live and open the address it prints. Its code works once and for this browser only.
        </p>
      </EmptyState>
    </main>
  )
}
