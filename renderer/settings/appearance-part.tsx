import { useCore } from '../core/core'
import { useObservable } from '../observable'
import { type Theme, themes } from '../theme/appearance'
import { Checkbox, densities, type Density, Section, Segments } from '../ui'

const densityWords: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' }
const words: Readonly<Record<Theme, string>> = { system: 'As the system', light: 'Light', dark: 'Dark' }

export function AppearancePart() {
  const { appearance } = useCore()
  const { theme, density, singleKeys } = useObservable(appearance)
  return (
    <>
      <Section title="Theme">
        <div>
          <Segments
            label="Theme"
            value={theme}
            onChange={(next) => appearance.set({ ...appearance.get(), theme: next })}
            options={themes.map((value) => ({ value, label: words[value] }))}
          />
        </div>
      </Section>
      <Section title="Density">
        <div>
          <Segments
            label="Density"
            value={density}
            onChange={(next) => appearance.set({ ...appearance.get(), density: next })}
            options={densities.map((value) => ({ value, label: densityWords[value] }))}
          />
        </div>
      </Section>
      <Section title="Keyboard">
        <Checkbox
          checked={singleKeys}
          onChange={(next) => appearance.set({ ...appearance.get(), singleKeys: next })}
          label="Single-key shortcuts"
          help="Letters such as j, k and a act at once while no field has the focus. Turn this off for speech input."
        />
      </Section>
    </>
  )
}
