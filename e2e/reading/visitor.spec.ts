// rule: number-formats
import { test } from './reading.ts'
import { visitorScreens } from './screens/visitor-screens.ts'

test('each number, day and name that a visitor reads is what the database holds', async ({
  openReader,
}) => {
  test.setTimeout(240_000)
  const { rows, expectTrue } = await openReader()
  await expectTrue(visitorScreens(rows), ['Grace Walker'])
})
