import type { Reliability } from '#contract/reliability.ts'
import { ReliabilityText } from '#web/features/bookings/reliability.tsx'

/** How many visits the professional kept. Loaded by itself, after the first view. rule: reliability */
export default function Kept({
  reliability,
}: {
  reliability: Reliability | null
  onClose?: () => void
}) {
  return <ReliabilityText reliability={reliability} />
}
