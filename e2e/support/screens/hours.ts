import type { Page } from '@playwright/test'
import { press } from './actions.ts'
import { LONG_NAME, LONG_WORD } from './long-texts.ts'
import { asNewClient, asNewProfessional } from './people.ts'
import { ID, VISIT_PATH, hours, withVisit } from './problems.ts'
import type { ScreenState } from './screen.ts'

const LINES = [
  { kind: 'labour', hours: 2.25, rate: 42, amount: 94.5 },
  { kind: 'extra', extra: 'oven', name: null, minutes: 30, amount: 25 },
  { kind: 'extra', extra: ID, name: `Plants, ${LONG_WORD}`, minutes: 10, amount: 5 },
  { kind: 'discount', percent: 10, amount: -12.45 },
]

const WAITING = {
  booked_minutes: 120,
  actual_minutes: 165,
  billed_minutes: 165,
  state: 'waiting',
  by: 'professional',
  answer_until: hours(22),
  lines: LINES,
  final_amount: 112.05,
}
const ASKED = { hours: WAITING, may: ['answer_hours'] }
const SETTLED = {
  hours: { ...WAITING, state: 'settled', by: 'client', answer_until: null },
  receipt: 'V-12',
  may: ['record_payment'],
}

const RECEIPT = {
  booking_id: ID,
  number: 'V-12',
  professional_name: LONG_NAME,
  client_name: 'Maya Thompson',
  booking_date: '2026-11-21',
  service_type: 'standard',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  lines: LINES,
  final_amount: 112.05,
  payment: {
    client: { method: 'transfer', paid_on: '2026-11-22' },
    professional: { method: 'cash', paid_on: '2026-11-21' },
  },
}
const withReceipt = (page: Page) =>
  page.route(`**/api/bookings/${ID}/receipt`, (route) =>
    route.fulfill({ json: { receipt: RECEIPT } }),
  )

const RECEIPTS = [
  { ...RECEIPT, client_name: LONG_NAME },
  { ...RECEIPT, number: 'V-9', booking_date: '2026-10-03', service_type: 'move_in_out' },
]
const withReceipts = (page: Page) =>
  page.route('**/api/professional/receipts/*', (route) =>
    route.fulfill({ json: { receipts: RECEIPTS, total: 224.1 } }),
  )

/** Hours that wait and hours that are settled, receipts and payments. */
export const hoursScreens: readonly ScreenState[] = [
  {
    name: 'visits, hours asked',
    signIn: asNewClient,
    beforeOpen: withVisit(ASKED),
    path: VISIT_PATH,
  },
  {
    name: 'visits, hours to lower',
    signIn: asNewProfessional,
    beforeOpen: withVisit(ASKED),
    path: VISIT_PATH,
    afterOpen: press('hours:lower'),
  },
  {
    name: 'visits, hours settled',
    signIn: asNewClient,
    beforeOpen: withVisit(SETTLED),
    path: VISIT_PATH,
  },
  {
    name: 'visits, receipt',
    signIn: asNewClient,
    beforeOpen: withReceipt,
    path: `/bookings/${ID}/receipt`,
    afterOpen: press('hours:payment.change'),
  },
  {
    name: 'billing, receipts',
    signIn: asNewProfessional,
    beforeOpen: withReceipts,
    path: '/dashboard/receipts',
  },
]
