// rule: number-formats, finding
import { DEMO_PEOPLE } from '../../server/demo/market/demo-people.ts'
import { newOperator } from '../support/operators.ts'
import { OPERATOR, operatorScreens } from './screens/operator-screens.ts'
import { test } from './reading.ts'

test.use({ expected: [/Failed to load resource: the server responded with a status of 401/] })

test('each number, day and name that an operator reads is what the database holds', async ({
  openReader,
}) => {
  test.setTimeout(400_000)
  const { page, rows, dataDir, expectTrue } = await openReader()
  await newOperator(page, OPERATOR, dataDir)
  const { grace, maya } = DEMO_PEOPLE
  const { screens, names } = await operatorScreens(rows, grace.email, maya.email)
  await expectTrue(screens, names)
})
