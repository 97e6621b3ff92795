import './specimens.css'
import { type ComponentType, StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { densities, type Density, DensityProvider, Segments, Toaster, TooltipProvider } from '../ui'
import { Buttons, Fields } from './controls'
import { Editors, Forms } from './forms'
import { Floating, Tables, Trees } from './lists'
import { States, Texts } from './words'

const pages: readonly (readonly [name: string, view: ComponentType])[] = [
  ['buttons', Buttons],
  ['fields', Fields],
  ['states', States],
  ['texts', Texts],
  ['trees', Trees],
  ['tables', Tables],
  ['floating', Floating],
  ['forms', Forms],
  ['editors', Editors],
]
const themes = ['system', 'light', 'dark'] as const

/** Every primitive in its states: all of them, or one group at `?only=name`. */
function Page() {
  const only = new URLSearchParams(location.search).get('only')
  const [density, setDensity] = useState<Density>('comfortable')
  const [theme, setTheme] = useState<(typeof themes)[number]>('system')
  useEffect(() => {
    document.documentElement.dataset['density'] = density
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }, [density, theme])
  return (
    <DensityProvider value={density}>
      <TooltipProvider>
        <main className="flex h-full flex-col gap-8 overflow-y-auto p-6">
          <header className="flex flex-wrap items-center gap-3">
            <h1 className="text-lg">Primitives</h1>
            <Segments
              label="Theme"
              value={theme}
              onChange={setTheme}
              options={themes.map((value) => ({ value, label: value }))}
            />
            <Segments
              label="Density"
              value={density}
              onChange={setDensity}
              options={densities.map((value) => ({ value, label: value }))}
            />
          </header>
          {pages
            .filter(([name]) => only === null || name === only)
            .map(([name, View]) => (
              <section key={name} aria-label={`Group ${name}`} className="flex shrink-0 flex-col gap-5">
                <h2 className="text-lg capitalize">{name}</h2>
                <View />
              </section>
            ))}
        </main>
        <Toaster />
      </TooltipProvider>
    </DensityProvider>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>,
)
