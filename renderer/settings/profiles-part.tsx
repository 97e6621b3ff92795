import type { ProfileView } from '@shared/contract/settings'
import { thresholdMeanings } from '@shared/model/profile'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { Chip } from '../ui'

/** 0 decides by itself, 1 always asks; between, the bar shows the confidence needed. */
function Threshold({ name, value }: { readonly name: string; readonly value: number }) {
  const word = value === 0 ? 'by itself' : value >= 1 ? 'asks' : `from ${value.toFixed(2)}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6rem_5rem] items-center gap-3">
      <span className="min-w-0 first-letter:uppercase">{name}</span>
      <span aria-hidden className="h-1.5 rounded-full bg-pressed">
        <span className="block h-full rounded-full bg-faint" style={{ width: `${Math.min(1, value) * 100}%` }} />
      </span>
      <span className="text-right text-sm text-muted tabular">{word}</span>
    </div>
  )
}

function Profile({ profile, isDefault }: { readonly profile: ProfileView; readonly isDefault: boolean }) {
  const [open, setOpen] = useState(isDefault)
  const thresholds = Object.entries(profile.thresholds)
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="focus-inset flex min-h-9 w-full items-center gap-2 px-3 py-1.5 text-left hover:bg-hover"
      >
        <span className="shrink-0 font-medium">{profile.name}</span>
        {isDefault && <Chip>default</Chip>}
        <span className="min-w-0 flex-1 text-muted">{profile.description}</span>
      </button>
      {open && (
        <div className="grid grid-cols-2 gap-x-8 gap-y-4 px-3 pt-1 pb-3 max-[1099px]:grid-cols-1">
          <ul className="flex list-disc flex-col gap-1 pl-4 marker:text-faint">
            {profile.sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <div className="flex flex-col gap-0.5">
            {thresholds.map(([name, value]) => (
              <Threshold
                key={name}
                name={thresholdMeanings[name as keyof typeof thresholdMeanings] ?? name}
                value={value}
              />
            ))}
          </div>
        </div>
      )}
    </li>
  )
}

export function ProfilesPart() {
  const query = useQuery(useAsk().profiles.list.queryOptions())
  return (
    <>
      <p className="text-muted">
        A profile says what happens by itself and what waits for you. A plan keeps the one it began with.
      </p>
      <QueryView query={query}>
        {(data) => (
          <ul className="overflow-hidden rounded-md border border-line">
            {data.profiles.map((profile) => (
              <Profile key={profile.name} profile={profile} isDefault={profile.name === data.default} />
            ))}
          </ul>
        )}
      </QueryView>
    </>
  )
}
