// rule: none
// A live region that is not displayed is not in the accessibility tree: what comes into it later is not read aloud.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no live region is hidden while it is empty', () => {
  const hidden = globSync('web/src/**/*.tsx').filter((file) =>
    /role="(status|alert)"[^>]*empty:hidden/.test(readFileSync(file, 'utf8')),
  )
  expect(hidden).toEqual([])
})
