// rule: number-formats
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../../server/demo/market/demo-people.ts'
import { logIn } from '../support/journey.ts'
import { professionalScreens } from './screens/professional-screens.ts'
import { test } from './reading.ts'

test('each number, day and name that a professional reads is what the database holds', async ({
  openReader,
}) => {
  test.setTimeout(240_000)
  const { page, rows, expectTrue } = await openReader()
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  const { screens, names } = await professionalScreens(rows, DEMO_PEOPLE.grace.email)
  await expectTrue(screens, names)
})
