import { dollars } from '#contract/booking-price.ts'
import { formats } from '#contract/formats.ts'
import { MONEY_WORDS } from './money-words.ts'
import type { MoneyFacts, MoneyNews } from './money-words.ts'
import type { Composer } from './composer.ts'

const LEDGER = '/dashboard/leads'
const DASHBOARD = '/dashboard'
/** Letters do not know where their reader is: they name days by the clock of the east coast. */
const BILLING_ZONE = 'America/New_York'

/** What happened to her money or her leads, for a professional. */
export const moneyText: Composer = ({ kind, data, other_name }, { language, role }) => {
  if (role !== 'professional') return undefined
  const news = kind.slice('money.'.length) as MoneyNews
  const { labels, news: words, items } = MONEY_WORDS[language]
  const facts: MoneyFacts = {
    client: other_name ?? labels.someone,
    date:
      typeof data['date'] === 'string'
        ? formats(language).longDate(data['date'], BILLING_ZONE)
        : undefined,
    isLocked: data['locked'] === true,
    isUnpaid: data['unpaid'] === true,
    isSilent: data['reason'] === 'silent',
    isLead: data['kind'] === 'lead',
  }
  const invoice = typeof data['invoice'] === 'string' ? data['invoice'] : undefined
  const amount = Number(data['amount_cents'] ?? 0)
  const rows: [string, string | false | undefined][] = [
    [labels.item, amount > 0 && items[facts.isLead ? 'lead' : 'subscription']],
    [labels.amount, amount > 0 && formats(language).money(dollars(amount))],
    [labels.invoice, invoice],
    [labels[DATE_LABELS[news] ?? 'until'], facts.date],
  ]
  return {
    ...words[news](facts),
    facts: rows.filter((row): row is [string, string] => Boolean(row[1])),
    button: invoice
      ? { label: labels.see_invoice, path: `/invoices/${invoice}` }
      : news.startsWith('lead_')
        ? { label: labels.see_leads, path: facts.isLocked ? DASHBOARD : LEDGER }
        : { label: labels.see_dashboard, path: DASHBOARD },
  }
}

const DATE_LABELS: Partial<Record<MoneyNews, 'renews' | 'paid_until'>> = {
  renewal: 'renews',
  receipt: 'paid_until',
  refund: 'paid_until',
}
