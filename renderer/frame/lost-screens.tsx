import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { Compass, RotateCw } from 'lucide-react'
import { Button, EmptyState, ErrorState, linkLook } from '../ui'

export function NotFoundScreen(): ReactNode {
  return (
    <EmptyState icon={Compass} title="Nothing is at this address">
      It may have been removed. Go to the{' '}
      <Link to="/" className={linkLook}>
        Inbox
      </Link>{' '}
      or press Ctrl K to search.
    </EmptyState>
  )
}

export function BrokenScreen(): ReactNode {
  return (
    <div className="p-4">
      <ErrorState
        message="This screen ran into a fault of its own."
        hint="Nothing that the core holds is affected. Reload to come back to this place."
        actions={
          <Button icon={RotateCw} onClick={() => location.reload()}>
            Reload
          </Button>
        }
      />
    </div>
  )
}
