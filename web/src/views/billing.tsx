import { DASHBOARD } from '#web/features/billing/billing-address.ts'
import { BillingScreen } from '#web/features/billing/billing-screen.tsx'
import { LeadsScreen } from '#web/features/billing/leads-screen.tsx'
import { ReceiptsScreen } from '#web/features/visits/receipts-screen.tsx'
import { defineView } from '#web/router/view.ts'

/** What a professional paid and was paid, and the titles of the pages. */
const TITLES = {
  billing: 'billing:history.title',
  leads: 'billing:ledger.title',
  receipts: 'hours:list.title',
} as const
const isList = (name: string): name is keyof typeof TITLES => Object.hasOwn(TITLES, name)

// One view, because each costs the first view of every page some bytes. rule: home-weight
defineView<'list'>('billing', {
  head: ({ t, params: { list } }) => ({ title: t(TITLES[isList(list) ? list : 'billing']) }),
  redirect: ({ params: { list } }) => (isList(list) ? undefined : DASHBOARD),
  Component: ({ params: { list }, search }) => {
    if (list === 'receipts') return <ReceiptsScreen search={search} />
    return list === 'leads' ? <LeadsScreen /> : <BillingScreen />
  },
})
