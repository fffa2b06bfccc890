// rule: credit-ledger
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import type { Api } from '#web/api/client.ts'
import { ApiProvider } from '#web/api/use-api.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import type { LeadsStatus } from './billing.api.ts'
import { LeadsCard } from './leads-card.tsx'

const i18n = await createI18n('en')

const cardOf = (credits: Pick<LeadsStatus, 'leadCredits' | 'totalLeads'>) =>
  renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={{} as Api}>
          <Router ssrPath="/dashboard">
            <LeadsCard
              professionalId="ana"
              money={{ ...credits, waiting_leads: 0, plan: null } as unknown as LeadsStatus}
            />
          </Router>
        </ApiProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )

const USED = 'used all your leads'
const COST = '1 credit = 1 new client'

test('who never had a lead credit is not told that all are used', () => {
  const card = cardOf({ leadCredits: 0, totalLeads: 0 })
  expect(card).toContain('0 left')
  expect(card).toContain(COST)
  expect(card).not.toContain(USED)
})

test('who has used all credits is told so', () => {
  expect(cardOf({ leadCredits: 0, totalLeads: 5 })).toContain(USED)
  expect(cardOf({ leadCredits: 1, totalLeads: 5 })).not.toContain(USED)
})
