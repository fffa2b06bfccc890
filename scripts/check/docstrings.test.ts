// rule: none, the check of forbidden text finds docstrings that cannot be read alone
import { expect, test } from 'vitest'
import { dependentDocstringsOf } from './docstrings.ts'

const FILE = 'contract/bookings/bookings.ts'

test.each(['The same', 'Those', 'Of', 'Both', 'Others', 'Who', 'What'])(
  'a docstring that begins with %s is found, on one line or on several',
  (start) => {
    const fault = `a docstring that begins with '${start}' (STYLE.md: "Plain technical English")`
    const text = `const a = 1\n/** ${start} visits. */\ntype B = {\n  /**\n   * ${start} visits.\n   */\n}`
    expect(dependentDocstringsOf(FILE, text)).toEqual([
      `${FILE}:2: ${fault}`,
      `${FILE}:4: ${fault}`,
    ])
  },
)

test('a docstring may use these words later, or begin with a longer word', () => {
  const text = `/** Offers of those who\n * Of a visit. */\n/** Whoever asks. */\n/* Of code. */`
  expect(dependentDocstringsOf(FILE, text)).toEqual([])
})
