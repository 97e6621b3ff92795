import { Inbox, ListChecks } from 'lucide-react'
import {
  Banner,
  Button,
  Chip,
  CodeBlock,
  Duration,
  Elapsed,
  EmptyState,
  ErrorState,
  Facts,
  MiddleTruncate,
  notify,
  Section,
  Skeleton,
  StatusMark,
  Time,
  type Tone,
} from '../ui'
import { Specimen } from './specimen'

const tones: readonly Tone[] = ['waiting', 'running', 'done', 'failed', 'muted']
const path = 'services/billing/src/main/java/com/example/billing/invoices/adapters/InvoiceRepositoryAdapterFactory.java'

export function States() {
  return (
    <>
      <Specimen title="Status marks">
        {tones.map((tone) => (
          <StatusMark key={tone} tone={tone} word={tone} />
        ))}
      </Specimen>
      <Specimen title="Chips">
        <Chip>read only</Chip>
        <Chip tone="waiting">flagged</Chip>
        <Chip tone="done">trusted</Chip>
        <Chip tone="failed">missing</Chip>
      </Specimen>
      <Specimen title="Banners">
        <div className="flex w-full flex-col gap-2">
          <Banner look="info">The source has uncommitted work; it is not part of this plan.</Banner>
          <Banner look="waiting">A newer version of this action exists.</Banner>
        </div>
      </Specimen>
      <Specimen title="Nothing there yet" tall>
        <EmptyState icon={ListChecks} title="No plans yet" actions={<Button variant="primary">New plan</Button>}>
          A plan uses an action on a project.
        </EmptyState>
      </Specimen>
      <Specimen title="Something failed">
        <ErrorState
          className="w-full"
          message="The folder cannot be read; nothing was registered."
          hint="Give yourself the right to read it and try again."
          faultId="01JABCDEF"
          actions={<Button>Try again</Button>}
        />
      </Specimen>
      <Specimen title="On its way" tall>
        <Skeleton rows={5} />
      </Specimen>
      <Specimen title="Toasts">
        <Button onClick={() => notify.done('3 plans archived', { action: { label: 'Undo', run: () => undefined } })}>
          Done
        </Button>
        <Button onClick={() => notify.problem({ message: 'The core is gone.', hint: 'It comes back by itself.' })}>
          Problem
        </Button>
      </Specimen>
    </>
  )
}

export function Texts() {
  return (
    <>
      <Specimen title="Long names">
        <div className="w-64">
          <MiddleTruncate text={path} mono />
          <MiddleTruncate text="short.ts" mono />
        </div>
      </Specimen>
      <Specimen title="Moments and durations">
        <Time at={Date.UTC(2026, 0, 5, 9)} />
        <Duration ms={102_000} />
        <Elapsed ms={400} running={false} toldAt={0} />
      </Specimen>
      <Specimen title="Facts">
        <Facts
          facts={[
            { name: 'Branch', value: 'main' },
            { name: 'Path', value: <MiddleTruncate text={path} mono /> },
          ]}
        />
      </Specimen>
      <Specimen title="Code">
        <CodeBlock label="Output" text={'$ npm test\n1745 passed\n'} />
      </Specimen>
      <Specimen title="Sections">
        <Section title="Resources" count={2} actions={<Button icon={Inbox}>Link</Button>}>
          <p className="text-muted">What stands below a heading.</p>
        </Section>
      </Specimen>
    </>
  )
}
