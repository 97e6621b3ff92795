import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '../fixtures/specimens.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const groups = ['buttons', 'fields', 'states', 'texts', 'trees', 'tables', 'floating', 'forms', 'editors']

for (const group of groups)
  test(`${group} in light and dark: pictures, and nothing for axe`, async ({ page, show }, info) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await show(group)
      const path = `${info.project.outputDir}/primitives/${group}-${colorScheme}.png`
      await page.screenshot({ path, fullPage: true, animations: 'disabled' })
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
      expect
        .soft(
          violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`),
          colorScheme,
        )
        .toEqual([])
    }
  })

test('a tree is one to the keyboard and to a screen reader, at ten thousand nodes', async ({ page, show }) => {
  await show('trees')
  const tree = page.getByRole('tree', { name: 'Files' })
  const active = () =>
    tree.evaluate(
      (element) => document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent,
    )
  await page.getByRole('button', { name: 'Open all' }).click()
  await expect(page.getByText('10100 rows')).toBeVisible()
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(60)
  await tree.focus()
  await page.keyboard.press('End')
  await expect.poll(active).toBe('folder-99/part-9/file-8.ts')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(active).toBe('folder-99/part-9')
  await page.keyboard.press('ArrowLeft')
  const item = tree.getByRole('treeitem', { name: 'folder-99/part-9', exact: true })
  await expect(item).toHaveAttribute('aria-expanded', 'false')
  await expect(item).toHaveAttribute('aria-level', '2')
  await expect(item).toHaveAttribute('aria-posinset', '10')
  await page.keyboard.press('Home')
  await expect.poll(active).toBe('folder-0')
  await page.keyboard.type('folder-7')
  await expect.poll(active).toMatch(/^folder-7/)
})

test('a letter that is a shortcut of the screen does not move a tree', async ({ page, show }) => {
  await show('trees')
  await page.evaluate(() => {
    window.addEventListener('keydown', (event) => {
      if (event.key === 'f') event.preventDefault()
      else if (event.key === 'F') document.title = 'the other letter came'
    })
  })
  const tree = page.getByRole('tree', { name: 'Files' })
  const selected = tree.getByRole('treeitem', { selected: true })
  await tree.focus()
  await page.keyboard.press('f')
  // Well after the letter was dealt with.
  await page.keyboard.press('ArrowDown')
  await expect(selected).toHaveAccessibleName('folder-0/part-0')
  await page.keyboard.press('F')
  await expect(page).toHaveTitle('the other letter came')
  await expect(selected).toHaveAccessibleName(/file-0\.ts$/)
})

test('a table keeps its count, marks ranges, and orders by a column', async ({ page, show }) => {
  await show('tables')
  const table = page.getByRole('table', { name: 'Records' })
  await expect(table).toHaveAttribute('aria-rowcount', '10001')
  expect(await table.getByRole('row').count()).toBeLessThan(60)
  await table.getByRole('checkbox', { name: 'Select record-00001' }).click()
  await table.getByRole('checkbox', { name: 'Select record-00004' }).click({ modifiers: ['Shift'] })
  await expect(page.getByText('4 selected')).toBeVisible()
  await table.getByRole('checkbox', { name: 'Select none' }).click()
  await table.getByRole('checkbox', { name: 'Select all' }).click()
  await expect(page.getByText('10000 selected')).toBeVisible()
  await table.getByRole('link', { name: 'record-00000' }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByText('0 selected')).toBeVisible()
  await table.getByRole('columnheader', { name: 'Size' }).getByRole('button').click()
  await expect(table.getByRole('columnheader', { name: 'Size' })).toHaveAttribute('aria-sort', 'descending')
  await expect(table.getByRole('row').nth(1)).toContainText('10006')
})

test('a list of fifty thousand rows reaches its end', async ({ page, show }) => {
  await show('trees')
  const list = page.getByRole('list', { name: 'Lines' })
  await list.evaluate((element) => element.parentElement?.scrollTo(0, element.scrollHeight))
  await expect(list.getByText('Line 50000', { exact: true })).toBeVisible()
  expect(await list.getByRole('listitem').count()).toBeLessThan(60)
})

test('a form gives each argument its control and says what is wrong at it', async ({ page, show }) => {
  await show('forms')
  await page.getByRole('textbox', { name: /^bug/ }).fill('It throws')
  await page.getByRole('checkbox', { name: /^strict/ }).click()
  await page.getByRole('combobox', { name: /^language/ }).click()
  await page.getByRole('option', { name: 'typescript' }).click()
  await expect(page.getByText('{"bug":"It throws","strict":true,"language":"typescript"}')).toBeVisible()
  const retries = page.getByRole('textbox', { name: /^retries/ })
  await retries.fill('many')
  await expect(retries).toHaveAccessibleDescription(/has to be a whole number/)
  await expect(retries).toHaveAttribute('aria-invalid', 'true')
})

test('the editor marks a fault at its line, saves, and lets the keyboard out', async ({ page, show }) => {
  await show('editors')
  const editor = page.getByRole('textbox', { name: 'Action as YAML' })
  const marks = page.locator('.cm-lint-marker-error')
  await expect(marks).toHaveCount(1)
  await editor.fill('name: local/add-docs\ndescription: Document a module\n')
  await expect(marks).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText(/^Saved \d+ characters$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Discard' })).toBeFocused()
})
