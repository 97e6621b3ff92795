import type { PlanView } from '@shared/contract/plan-view'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, RotateCcw } from 'lucide-react'
import { againSearch } from './again'
import { IconButton, Menu, notify } from '../ui'

/** What one seldom wants of a plan. */
export function PlanMenu({ plan }: { readonly plan: PlanView }) {
  const navigate = useNavigate()
  const again = () => void navigate({ to: '/plans/new', search: againSearch(plan) })
  const copy = async () => {
    await navigator.clipboard.writeText(plan.plan_id)
    notify.done('The plan’s id is copied')
  }
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label="More" />}
      items={[
        { label: 'Use again with changed arguments…', icon: RotateCcw, onSelect: again },
        { label: 'Copy id', icon: Copy, onSelect: () => void copy() },
      ]}
    />
  )
}
