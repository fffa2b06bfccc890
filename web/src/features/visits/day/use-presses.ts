import { useSyncExternalStore } from 'react'
import type { ChecklistItem } from '#contract/visits/checklist.ts'
import { WORK_HOURS_AFTER, WORK_HOURS_BEFORE } from '#contract/visits/checklist-rules.ts'
import { STAGES } from '#contract/visits/visit-rules.ts'
import type { Stage } from '#contract/visits/visit-rules.ts'
import { isTooEarly, isTooLate, stagesAfter } from '#contract/calendar/visit-times.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { pressQueue } from './press-queue.ts'
import type { EtaChange, ItemPress, PhotoPress, Press, StagePress } from './press-queue.ts'

const NONE: readonly Press[] = []
const NO_CHANGES: readonly EtaChange[] = []
const HOUR_MS = 3_600_000

/** The presses of a visit that wait in this browser, oldest first. */
export function usePresses(bookingId: string): readonly Press[] {
  const all = useSyncExternalStore(pressQueue.subscribe, pressQueue.current, () => NONE)
  return all.filter(({ booking }) => booking === bookingId)
}

export const isStagePress = (press: Press): press is StagePress => 'stage' in press
const isItemPress = (press: Press): press is ItemPress => 'item' in press
export const isPhotoPress = (press: Press): press is PhotoPress => 'photo' in press

/** The visit without the stages that are being taken back. rule: press-queue */
export function withoutUndone(visit: Visit, presses: readonly Press[]): Visit {
  const undone = presses.flatMap((press) => ('undo' in press && !press.refused ? press.undo : []))
  if (undone.length === 0) return visit
  const stages = visit.stages.filter(({ stage }) => !undone.includes(stage))
  const may = visit.may.filter((move) => move !== 'undo')
  return { ...visit, stages, stage: stages.at(-1)?.stage ?? null, may }
}

/** The latest stage, also one that waits, but none that the server refused. */
export function latestStage({ stage }: Visit, presses: readonly StagePress[]): Stage | null {
  return presses.findLast(({ refused }) => !refused)?.stage ?? stage
}

/** The last change of the ETA of a visit, as long as no other stage was pressed after it. */
export function useEtaChange(bookingId: string): EtaChange | undefined {
  const all = useSyncExternalStore(
    pressQueue.subscribe,
    pressQueue.currentEtaChanges,
    () => NO_CHANGES,
  )
  return all.find(({ booking }) => booking === bookingId)
}

type Undoing =
  | { press: StagePress }
  | { stage: Stage }
  | { etaChange: { press: StagePress } | { eta: number } }

/**
 * The step that 'Undo' takes back: the latest press that waits, or else the latest stage. After a change of the ETA, on
 * any device, it is that change alone. It is undefined if there were no minutes before, because the server cannot
 * forget them, and after the change was taken back. rule: visit-stages, press-queue
 */
export function undoing(
  visit: Visit,
  presses: readonly StagePress[],
  change?: Pick<EtaChange, 'from'>,
): Undoing | undefined {
  const latest = presses.at(-1)
  const isEta = isEtaChange(visit, presses)
  const known = visit.stages.find(({ stage }) => stage === 'on_my_way')?.eta_before
  const isChanged = change !== undefined || known !== undefined
  if (isEta || (isChanged && latestStage(visit, presses) === 'on_my_way')) {
    if (isEta && latest && (!latest.tried || latest.refused))
      return { etaChange: { press: latest } }
    // Another device may have changed it since; while a press waits, this one knows more.
    const from = known === undefined || latest ? change?.from : (known ?? undefined)
    return from === undefined ? undefined : { etaChange: { eta: from } }
  }
  if (latest) return { press: latest }
  return visit.may.includes('undo') && visit.stage ? { stage: visit.stage } : undefined
}

/** Whether the latest press that waits says other minutes only: the professional was on the way before. */
function isEtaChange({ stages }: Visit, presses: readonly StagePress[]): boolean {
  const before = [...stages, ...presses.slice(0, -1)]
  return presses.at(-1)?.stage === 'on_my_way' && before.some(({ stage }) => stage === 'on_my_way')
}

/**
 * The stages that the professional can press now. Not from `may` alone, which is old offline and does not know what
 * waits.
 * rule: press-queue
 */
export function nextStages(visit: Visit, presses: readonly StagePress[], now: Date): Stage[] {
  if (visit.status !== 'accepted' || (visit.outcome !== null && visit.outcome !== 'kept')) return []
  const isTime =
    isAllowed(visit) ||
    !(isTooEarly(new Date(visit.starts_at), now) || isTooLate(new Date(visit.ends_at), now))
  return isTime ? stagesAfter(latestStage(visit, presses)) : []
}

/** The clock of a phone can be wrong: what the server has allowed stays allowed. */
const isAllowed = ({ may }: Visit) => may.some((move) => STAGES.some((stage) => stage === move))

/** Whether the professional can press tasks and add photos now. rule: checklist */
export function isAtWork(visit: Visit, now: Date): boolean {
  const { status, starts_at, ends_at } = visit
  if (status !== 'accepted' && status !== 'completed') return false
  return (
    isAllowed(visit) ||
    (+now >= Date.parse(starts_at) - WORK_HOURS_BEFORE * HOUR_MS &&
      +now <= Date.parse(ends_at) + WORK_HOURS_AFTER * HOUR_MS)
  )
}

/** Whether the professional is at the home, also where the press waits in this browser. */
export function isThere(visit: Visit, presses: readonly Press[]): boolean {
  const stage = latestStage(
    visit,
    presses.filter((press) => isStagePress(press)),
  )
  return stage === 'arrived' || stage === 'started'
}

/** A task as the professional pressed it last, and whether a press of it waits. */
export type ShownItem = ChecklistItem & { waits: boolean }

/** The tasks, each with what waits in this browser. rule: checklist, press-queue */
export function itemsWithPresses({ checklist }: Visit, presses: readonly Press[]): ShownItem[] {
  const waiting = presses.filter((press) => isItemPress(press))
  return checklist.map((item) => {
    const own = waiting.filter((press) => press.item === item.id)
    const note = own.findLast((press) => press.note !== undefined)?.note ?? item.note
    return { ...item, state: own.at(-1)?.state ?? item.state, note, waits: own.length > 0 }
  })
}
