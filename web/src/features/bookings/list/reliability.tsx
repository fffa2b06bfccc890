import type {
  ClientNoteCounts,
  ClientReliability,
  Reliability,
} from '#contract/market/reliability.ts'
import { CLIENT_NOTE_ANSWERS } from '#contract/market/review-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { DotSeparated } from '#web/ui/dot-separated.tsx'

/**
 * '47 of 48 visits kept · 44 of 46 on time', without zero counts. Null: a professional with fewer than 3 visits.
 * rule: reliability
 */
export function ReliabilityText({
  reliability,
}: {
  reliability: ClientReliability | Reliability | null
}) {
  const { t } = useTranslation('reliability')
  if (reliability === null) return t('new')
  const { visits, kept, late_cancellations: late, no_shows: noShows } = reliability
  if (visits === 0) return t('none')
  const facts = [t('kept', { kept, count: visits })]
  if ('on_time_of' in reliability && reliability.on_time_of > 0) {
    facts.push(t('on_time', { on_time: reliability.on_time, of: reliability.on_time_of }))
  }
  if (late > 0) facts.push(t('late', { count: late }))
  if (noShows > 0) facts.push(t('no_shows', { count: noShows }))
  return <DotSeparated facts={facts} />
}

/** 'Kind: 3 of 4 · …', without what nobody answered. rule: client-notes */
export function ClientNotesText({ counts }: { counts: ClientNoteCounts }) {
  const { t } = useTranslation('reliability')
  const facts = CLIENT_NOTE_ANSWERS.filter(
    (answer) => counts[answer].yes + counts[answer].no > 0,
  ).map((answer) => {
    const { yes, no } = counts[answer]
    return t(`notes.${answer}`, { yes, of: yes + no })
  })
  return <DotSeparated facts={facts} />
}
