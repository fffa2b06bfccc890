import { sql } from 'kysely'

/**
 * SQL over a row of the table leads: whether it was opened by a single lead that was bought while it waited. The ledger
 * then has both entries with one moment, because the purchase opens what waits in its own transaction. rule:
 * lead-is-one-pair
 */
export const BOUGHT_WHILE_WAITING_SQL = sql<boolean>`exists (
  select from lead_ledger as spent
  join lead_ledger as bought on bought.professional_id = spent.professional_id and bought.at = spent.at
    and bought.reason = 'single_lead' and bought.id < spent.id
  where spent.professional_id = leads.professional_id and spent.client_id = leads.client_id
    and spent.kind = 'spent' and spent.at = leads.opened_at)`
