// rule: ssn-rules
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/product.ts'
import { CONSENT_VERSION } from '#contract/trust/ssn.ts'

/**
 * The hash of every consent text that people agreed to. Never change a line: a changed text, in any language, is a new
 * version and a new line.
 */
const TEXTS: Record<string, string> = {
  '2026-11': '17f774a9c77359da76783a4f25bae42aa8908a58e6dae6c9d7cc43649b6374e5',
  '2026-11-21': '88ebc6b8c6f6d27842e9d30fb54a6d44e31f4b6a85df4e40ee4910115ed30c5f',
}

test('a version of the consent never changes its text, in any language', () => {
  const texts = LANGUAGES.map((language) => {
    const file = new URL(`../../../locales/${language}/trust/verification.json`, import.meta.url)
    return (JSON.parse(readFileSync(file, 'utf8')) as { consent: object }).consent
  })
  const read = createHash('sha256').update(JSON.stringify(texts)).digest('hex')
  expect(
    TEXTS[CONSENT_VERSION],
    'a changed text needs a new CONSENT_VERSION in contract/trust/ssn.ts',
  ).toBe(read)
})
