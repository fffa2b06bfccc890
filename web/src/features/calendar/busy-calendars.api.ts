import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BusyCalendar, NewFeed } from '#contract/calendar/busy-times.ts'
import type { CALENDAR_ZONES } from '#contract/calendar/time-rules.ts'
import type { Api } from '#web/api/client.ts'
import { sendOnce, upload } from '#web/api/upload.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { timeKeys } from './time.api.ts'

/** How often a list with a calendar that waits for its first reading is read again. */
const WAITING_MS = 2_000

export type CalendarZone = (typeof CALENDAR_ZONES)[number]
type Calendars = { calendars: BusyCalendar[] }

/** The other calendars of a professional. */
export function calendarsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: timeKeys.calendars(id),
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/busy/{id}', { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.calendars.some(({ state }) => state === 'waiting') ? WAITING_MS : false,
  })
}

/** A file for a new calendar with this label, or for the calendar whose busy times it replaces. */
type ChosenFile = { file: File } & ({ label: string } | { calendarId: string })

/**
 * The actions of the screen on calendars. Each shows its result at once. A file that is sent again after a lost answer
 * is stored once.
 */
export function useCalendars(userId: string) {
  const api = useApi()
  const { i18n } = useTranslation('time')
  const queryClient = useQueryClient()
  const { queryKey } = calendarsQuery(api, userId)
  const params = { id: userId }
  const keep = (change: (old: BusyCalendar[]) => BusyCalendar[]) =>
    queryClient.setQueryData<Calendars>(queryKey, (old) => ({
      calendars: change(old?.calendars ?? []),
    }))
  const keepOne = ({ calendar }: { calendar: BusyCalendar }) =>
    keep((old) =>
      old.some(({ id }) => id === calendar.id)
        ? old.map((one) => (one.id === calendar.id ? calendar : one))
        : [...old, calendar],
    )
  const sendFile = ({ file, ...calendar }: ChosenFile) => {
    const form = new FormData()
    form.set('file', file)
    if ('label' in calendar) form.set('label', calendar.label)
    else form.set('calendar_id', calendar.calendarId)
    const to = 'label' in calendar ? `${userId}.${calendar.label}` : calendar.calendarId
    return sendOnce(to, file, (idempotencyKey) =>
      upload('POST /api/professional/busy/{id}/files', {
        params,
        form,
        language: i18n.language,
        idempotencyKey,
      }),
    )
  }
  return {
    addFile: useMutation({ mutationFn: sendFile, onSuccess: keepOne }),
    replaceFile: useMutation({
      mutationFn: (chosen: { file: File; calendarId: string }) => sendFile(chosen),
      onSuccess: keepOne,
    }),
    addFeed: useMutation({
      mutationFn: (body: NewFeed) =>
        api.call('POST /api/professional/busy/{id}/feeds', { params, body }),
      onSuccess: keepOne,
    }),
    readNow: useMutation({
      mutationFn: (calendarId: string) =>
        api.call('POST /api/professional/busy/{id}/calendars/{calendarId}/read', {
          params: { ...params, calendarId },
        }),
      onSuccess: keepOne,
    }),
    chooseZone: useMutation({
      mutationFn: ({
        calendarId,
        ...body
      }: {
        calendarId: string
        time_zone: CalendarZone | null
      }) =>
        api.call('PUT /api/professional/busy/{id}/calendars/{calendarId}/zone', {
          params: { ...params, calendarId },
          body,
        }),
      onSuccess: keepOne,
    }),
    remove: useMutation({
      mutationFn: (calendarId: string) =>
        api.call('DELETE /api/professional/busy/{id}/calendars/{calendarId}', {
          params: { ...params, calendarId },
        }),
      onSuccess: ({ calendars }) => keep(() => calendars),
    }),
  }
}

export type CalendarActions = ReturnType<typeof useCalendars>
