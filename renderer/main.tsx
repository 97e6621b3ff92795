import './theme/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { connect } from './connection'
import { exchangeCode } from './connection/session'
import { type Core, CoreProvider, createCore } from './core/core'
import { createQueryClient } from './core/query'
import { desktop } from './desktop'
import { followEvents } from './events/follow-events'
import { createAppRouter } from './router'
import { openAppearance } from './theme/appearance'
import { useObservable } from './observable'
import { DensityProvider, Toaster, TooltipProvider } from './ui'

function Appearing(props: { readonly appearance: Core['appearance']; readonly children: ReactNode }) {
  const { density } = useObservable(props.appearance)
  return (
    <DensityProvider value={density}>
      <TooltipProvider>{props.children}</TooltipProvider>
    </DensityProvider>
  )
}

async function start(): Promise<void> {
  const appearance = openAppearance((theme) => void desktop()?.native.setTheme(theme))
  if (!desktop()) await exchangeCode()
  const connection = connect()
  const queries = createQueryClient()
  const core = createCore(connection, queries, appearance)
  const router = createAppRouter()
  void followEvents(connection, queries, new AbortController().signal)

  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <CoreProvider value={core}>
          <Appearing appearance={appearance}>
            <RouterProvider router={router} />
            <Toaster />
          </Appearing>
        </CoreProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}

void start()
