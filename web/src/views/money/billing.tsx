import { DASHBOARD } from '#web/features/money/billing-address.ts'
import { BillingScreen } from '#web/features/money/billing-history.tsx'
import { LeadsScreen } from '#web/features/money/ledger.tsx'
import { ReceiptsScreen } from '#web/features/visits/day/receipts-screen.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import { useUser } from '#web/session/session.ts'
import { TextLink } from '#web/ui/text-link.tsx'

/** The lists of a professional's payments, leads and receipts at `/dashboard/…`, and their texts. */
const LISTS = {
  billing: {
    title: 'billing:history.title',
    intro: 'billing:history.intro',
    back: 'billing:ledger.back',
    Component: BillingScreen,
  },
  leads: {
    title: 'billing:ledger.title',
    intro: 'billing:ledger.intro',
    back: 'billing:ledger.back',
    Component: LeadsScreen,
  },
  receipts: {
    title: 'hours:list.title',
    intro: 'hours:list.intro',
    back: 'hours:list.back',
    Component: ReceiptsScreen,
  },
} as const
const isList = (name: string): name is keyof typeof LISTS => Object.hasOwn(LISTS, name)

// One view, because each costs the first view of every page some bytes. rule: first-view
defineView<'list'>('billing', {
  head: ({ t, params: { list } }) => ({ title: t(LISTS[isList(list) ? list : 'billing'].title) }),
  redirect: ({ params: { list } }) => (isList(list) ? undefined : DASHBOARD),
  Component: function List({ params: { list }, search }) {
    const { t } = useTranslation(['billing', 'hours'])
    const user = useUser()
    const { title, intro, back, Component } = LISTS[isList(list) ? list : 'billing']
    return (
      <div className="page flex max-w-200 flex-col gap-6">
        <TextLink href={DASHBOARD}>{t(back)}</TextLink>
        <header>
          <h1 className="text-2xl md:text-3xl">{t(title)}</h1>
          <p className="text-soft">{t(intro)}</p>
        </header>
        {user && <Component professionalId={user.id} search={search} />}
      </div>
    )
  },
})
