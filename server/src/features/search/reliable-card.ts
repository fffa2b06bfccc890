import { cardReliabilitySql } from '../professionals/reliability.ts'
import { cardTextSql } from '../professionals/public-professional.ts'

/** SQL: a card with the professional's reliability. `since` is a parameter with the value of `reliableSince`. */
export const reliableCardSql = (since: string) =>
  cardTextSql(`jsonb_build_object('reliability', ${cardReliabilitySql(since)})`)
