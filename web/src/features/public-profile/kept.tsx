import type { Reliability } from '#contract/reliability.ts'
import { ReliabilityText } from '#web/features/bookings/reliability.tsx'

/**
 * How many visits the professional kept. Loaded by itself, after the first view. Nothing in a profile that a search
 * result stands for until it is read. rule: reliability
 */
export default function Kept({
  reliability,
}: {
  reliability?: Reliability | null | undefined
  onClose?: () => void
}) {
  return reliability === undefined ? null : <ReliabilityText reliability={reliability} />
}
