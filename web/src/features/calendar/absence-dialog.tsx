import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Absence, AbsenceAnswer } from '#contract/bookings/absences.ts'
import { REASON_LENGTH_MAX } from '#contract/bookings/booking-fields.ts'
import type { TimeDocument } from '#contract/calendar/time.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { todayIn } from '#web/i18n/today-in.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { timeKeys } from './time.api.ts'
import type { Times } from './time.api.ts'

type Fields = Omit<Absence, 'dry_run'>

type AbsenceDialogProps = {
  userId: string
  times: Times
  shown: TimeDocument
  onClose: () => void
}

/** Period and message of an absence, and what it will end, before anything is written. rule: absence */
export function AbsenceDialog({ userId, times, shown, onClose }: AbsenceDialogProps) {
  const { t } = useTranslation('time')
  const refusalText = useRefusalText()
  const [fields, setFields] = useState<Fields>(() => {
    const today = todayIn(shown.time_zone)
    return { kind: 'ill', from_date: today, to_date: today, message: '' }
  })
  const preview = useAbsencePreview(userId, fields)
  const report = useReportAbsence(userId, times)
  const set = (change: Partial<Fields>) => setFields((old) => ({ ...old, ...change }))
  const { data, error } = preview
  const count = data?.affected.length ?? 0
  const clients = t('absence.clients', { count: data?.told ?? 0 })
  return (
    <FormDialog
      title={t('absence.title')}
      height="full"
      submit={count > 0 ? t('absence.confirm', { count, clients }) : t('absence.close_days')}
      look={count > 0 ? 'danger' : undefined}
      disabled={!data || preview.isPlaceholderData || error !== null}
      busy={report.isPending}
      back={t('absence.back')}
      onClose={onClose}
      onSubmit={() =>
        report.mutate(fields, {
          onSuccess: ({ told }) => {
            toast.success(told > 0 ? t('absence.done', { count: told }) : t('absence.closed'))
            onClose()
          },
        })
      }
      after={
        <div className="mt-5">
          {error && <MessageBox tone="problem">{refusalText(error)}</MessageBox>}
          {!error &&
            (data ? (
              <Affected affected={data.affected} zone={shown.time_zone} />
            ) : (
              <RowsSkeleton count={2} />
            ))}
        </div>
      }
    >
      {report.error && <MessageBox tone="problem">{refusalText(report.error)}</MessageBox>}
      <KindChoice kind={fields.kind} onChoose={(kind) => set({ kind })} />
      <Period fields={fields} set={set} />
      <TextareaField
        label={t('absence.message')}
        help={t('absence.message_help')}
        maxLength={REASON_LENGTH_MAX}
        rows={3}
        value={fields.message}
        onChange={({ currentTarget }) => set({ message: currentTarget.value })}
      />
    </FormDialog>
  )
}

type PeriodProps = { fields: Fields; set: (change: Partial<Fields>) => void }

function Period({ fields, set }: PeriodProps) {
  const { t } = useTranslation('time')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        type="date"
        label={t('exceptions.from_date')}
        value={fields.from_date}
        onChange={({ currentTarget: { value } }) =>
          set({ from_date: value, ...(value > fields.to_date ? { to_date: value } : {}) })
        }
      />
      <TextField
        type="date"
        label={t('exceptions.to_date')}
        value={fields.to_date}
        onChange={({ currentTarget }) => set({ to_date: currentTarget.value })}
      />
    </div>
  )
}

function KindChoice({
  kind,
  onChoose,
}: {
  kind: Fields['kind']
  onChoose: (kind: Fields['kind']) => void
}) {
  const { t } = useTranslation('time')
  const name = useId()
  return (
    <fieldset className="flex flex-wrap gap-x-6">
      <legend className="mb-1.5 font-medium">{t('absence.why')}</legend>
      {(['ill', 'away'] as const).map((value) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === kind}
            onChange={() => onChoose(value)}
            className="size-5 shrink-0 accent-action"
          />
          {t(`absence.${value}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** The visits and requests that will end. A live region tells how many. */
function Affected({ affected, zone }: { affected: AbsenceAnswer['affected']; zone: string }) {
  const { t } = useTranslation('time')
  const format = useFormat()
  return (
    <section aria-labelledby="absence-visits">
      <div role="status">
        <h3 id="absence-visits" className="font-semibold">
          {affected.length > 0
            ? t('absence.visits', { count: affected.length })
            : t('absence.no_visits')}
        </h3>
      </div>
      <ul className="flex flex-col">
        {affected.map(({ booking_id, client_first_name, starts_at, status }) => (
          <li key={booking_id} className="flex justify-between gap-3 border-b border-line py-2">
            <span className="min-w-0 break-words">
              <span className="block font-medium">{client_first_name}</span>
              <span className="text-sm text-soft first-letter:uppercase">
                {format.visit(starts_at, zone)}
              </span>
            </span>
            {status === 'pending' && (
              <span className="text-sm text-soft">{t('absence.request')}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Reads the visits that the absence would end, without ending them. Message and kind change nothing in this. */
function useAbsencePreview(userId: string, { from_date, to_date }: Fields) {
  const api = useApi()
  return useQuery({
    queryKey: timeKeys.absence(userId, from_date, to_date),
    queryFn: ({ signal }) =>
      api.call('POST /api/professional/absences/{id}', {
        params: { id: userId },
        body: { kind: 'ill', from_date, to_date, dry_run: true },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

function useReportAbsence(userId: string, times: Times) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Fields) =>
      api.call('POST /api/professional/absences/{id}', { params: { id: userId }, body }),
    onSuccess: () => times.readSaved(),
    onSettled: () => refreshQueries(queryClient, 'booking-status'),
  })
}
