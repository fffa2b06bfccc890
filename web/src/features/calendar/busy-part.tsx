import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { BusyCalendar } from '#contract/calendar/busy-times.ts'
import {
  CALENDARS_MAX,
  CALENDAR_LABEL_LENGTH_MAX,
  CALENDAR_ZONES,
} from '#contract/calendar/time-rules.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { QueryState, SavedAt } from '#web/ui/states/query-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { calendarsQuery, useCalendars } from './busy-calendars.api.ts'
import type { CalendarActions } from './busy-calendars.api.ts'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { useTimeTexts } from './time-texts.ts'
import { SaveState } from './save-state.tsx'

const CALENDAR_TYPES = '.ics,text/calendar'

/** Other calendars whose events take free times away. rule: busy-times */
export function BusyPart({ userId, zone }: { userId: string; zone: string }) {
  const { t } = useTranslation('time')
  const query = useQuery(calendarsQuery(useApi(), userId))
  const actions = useCalendars(userId)
  return (
    <FoldedPart title={t('busy.title')} help={t('busy.help')}>
      <QueryState
        query={query}
        failed={t('busy.load_failed')}
        failureLook="message-box"
        pending={<Skeleton className="h-24" />}
      >
        {({ calendars }) => (
          <>
            <SavedAt readAt={query.dataUpdatedAt} error={query.error} />
            <CalendarList calendars={calendars} zone={zone} actions={actions} />
            {calendars.length < CALENDARS_MAX ? (
              <NewCalendar actions={actions} />
            ) : (
              <p className="text-sm text-soft">{t('busy.full')}</p>
            )}
          </>
        )}
      </QueryState>
    </FoldedPart>
  )
}

type ListProps = { calendars: readonly BusyCalendar[]; zone: string; actions: CalendarActions }

function CalendarList({ calendars, zone, actions }: ListProps) {
  const { t } = useTranslation('time')
  const list = useRef<HTMLDivElement>(null)
  const { remove, readNow, replaceFile, chooseZone } = actions
  const reset = () => {
    chooseZone.reset()
    remove.reset()
    readNow.reset()
    replaceFile.reset()
  }
  return (
    <>
      <SaveState
        error={remove.error ?? readNow.error ?? replaceFile.error ?? chooseZone.error}
        savedNow={undefined}
        onTake={reset}
      />
      <div ref={list} tabIndex={-1} className="w-full">
        {calendars.length === 0 && <p className="text-soft">{t('busy.none')}</p>}
        <ul className="flex flex-col">
          {calendars.map((calendar) => (
            <Calendar
              key={calendar.id}
              calendar={calendar}
              zone={zone}
              actions={actions}
              onStart={reset}
              onRemove={() => {
                reset()
                // The button goes with the row, so the list takes the focus.
                remove.mutate(calendar.id, { onSuccess: () => list.current?.focus() })
              }}
            />
          ))}
        </ul>
      </div>
    </>
  )
}

type CalendarProps = {
  calendar: BusyCalendar
  zone: string
  actions: CalendarActions
  /** Called before an action, so that the failure of an earlier one is not shown any more. */
  onStart: () => void
  onRemove: () => void
}

function Calendar({ calendar, zone, actions, onStart, onRemove }: CalendarProps) {
  const { t } = useTranslation('time')
  const format = useFormat()
  const { id, label, kind, host, state, problem, read_at, intervals, unread } = calendar
  const { remove, readNow, replaceFile } = actions
  const isReplacing = replaceFile.isPending && replaceFile.variables.calendarId === id
  const read = read_at && t('busy.read', { when: format.visit(read_at, zone) })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3">
      <div className="min-w-0 break-words">
        <p className="font-medium">{label}</p>
        <p className="text-sm break-all text-soft">{kind === 'feed' ? host : t('busy.file')}</p>
        <div role="status" className="text-sm text-soft">
          {state === 'waiting' && <p>{t(read_at ? 'busy.reading' : 'busy.waiting')}</p>}
          {problem && (
            <p className="font-medium text-clay">
              {t(`busy.problems.${problem}`)}{' '}
              {t(read_at ? 'busy.still_counts' : 'busy.nothing_read')}
            </p>
          )}
          {read_at && (
            <p>
              {t('busy.intervals', { count: intervals })} {read}
            </p>
          )}
          {unread > 0 && <p className="text-ink">{t('busy.unread', { count: unread })}</p>}
        </div>
        <UnsureZones calendar={calendar} actions={actions} onStart={onStart} />
      </div>
      <div className="flex flex-wrap gap-2">
        {kind === 'feed' && (
          <Button
            look="quiet"
            busy={readNow.isPending && readNow.variables === id}
            disabled={readNow.isPending}
            aria-label={t('busy.read_now_of', { label })}
            onClick={() => {
              onStart()
              readNow.mutate(id)
            }}
          >
            {t('busy.read_now')}
          </Button>
        )}
        {kind === 'file' && (
          <FileButton
            label={
              isReplacing ? (
                t('busy.sending')
              ) : (
                <>
                  <span aria-hidden="true">{t('busy.replace')}</span>
                  <span className="sr-only">{`${t('busy.replace')}: ${label}`}</span>
                </>
              )
            }
            accept={CALENDAR_TYPES}
            onFiles={([file]) => {
              if (!file) return
              onStart()
              replaceFile.mutate({ file, calendarId: id })
            }}
          />
        )}
        <Button
          look="quiet"
          busy={remove.isPending && remove.variables === id}
          aria-label={t('busy.remove_of', { label })}
          onClick={onRemove}
        >
          {t('exceptions.remove_short')}
        </Button>
      </div>
    </li>
  )
}

/** Says which zones are not certain, and asks for the right one. rule: calendar-lines */
function UnsureZones({
  calendar: { id, kind, label, unsure_zones, time_zone },
  actions: { chooseZone },
  onStart,
}: Pick<CalendarProps, 'calendar' | 'actions' | 'onStart'>) {
  const { t } = useTranslation('time')
  const texts = useTimeTexts()
  // Not every browser knows offsets as zones.
  const zone = (name: string) => (/^[+-]/.test(name) ? `UTC${name}` : texts.zone(name))
  if (unsure_zones.length === 0) return null
  const isReadOtherwise = unsure_zones.some(({ read_as }) => time_zone && read_as !== time_zone)
  return (
    <div className="mt-2 flex max-w-prose flex-col gap-2 text-sm">
      {unsure_zones.map(({ name, read_as }) => (
        <p key={name}>{t('busy.zone_unsure', { name, zone: zone(read_as) })}</p>
      ))}
      <SelectField
        label={t('busy.zone', { label })}
        value={time_zone ?? ''}
        disabled={chooseZone.isPending}
        onChange={({ currentTarget: { value } }) => {
          onStart()
          const chosen = CALENDAR_ZONES.find((one) => one === value) ?? null
          chooseZone.mutate({ calendarId: id, time_zone: chosen })
        }}
      >
        <option value="">{t('busy.zone_likely')}</option>
        {CALENDAR_ZONES.map((one) => (
          <option key={one} value={one}>
            {zone(one)}
          </option>
        ))}
      </SelectField>
      {kind === 'file' && isReadOtherwise && (
        <p className="font-medium text-clay">{t('busy.zone_file', { zone: zone(time_zone!) })}</p>
      )}
    </div>
  )
}

function NewCalendar({ actions }: { actions: CalendarActions }) {
  const { t } = useTranslation('time')
  const [label, setLabel] = useState('')
  const [address, setAddress] = useState('')
  const [isLabelMissing, setIsLabelMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { addFile, addFeed } = actions
  const empty = () => {
    setLabel('')
    setAddress('')
  }
  /** Runs `add` with the label, or asks for it. */
  const withLabel = (add: (label: string) => void) => {
    addFile.reset()
    addFeed.reset()
    setIsLabelMissing(!label.trim())
    if (label.trim()) add(label.trim())
    else field.current?.focus()
  }
  return (
    <form
      noValidate
      className="card flex flex-col gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        withLabel((name) =>
          addFeed.mutate({ feed_url: address.trim(), label: name }, { onSuccess: empty }),
        )
      }}
    >
      <SaveState
        error={addFile.error ?? addFeed.error}
        savedNow={undefined}
        onTake={addFile.reset}
      />
      <TextField
        ref={field}
        label={t('busy.label')}
        help={t('busy.label_help')}
        error={isLabelMissing ? t('busy.label_missing') : undefined}
        maxLength={CALENDAR_LABEL_LENGTH_MAX}
        value={label}
        onChange={({ currentTarget }) => {
          setLabel(currentTarget.value)
          setIsLabelMissing(false)
        }}
      />
      <TextField
        label={t('busy.address')}
        help={t('busy.address_help')}
        type="url"
        inputMode="url"
        autoComplete="off"
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="quiet" busy={addFeed.isPending} disabled={addFile.isPending}>
          {t('busy.add_feed')}
        </Button>
        <span className="text-sm text-soft">{t('busy.or')}</span>
        <FileButton
          label={addFile.isPending ? t('busy.sending') : t('busy.add_file')}
          accept={CALENDAR_TYPES}
          onFiles={([file]) => {
            if (!file) return
            withLabel((name) => addFile.mutate({ file, label: name }, { onSuccess: empty }))
          }}
        />
      </div>
    </form>
  )
}
