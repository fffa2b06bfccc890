import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ACCESS_FIELDS, ACCESS_LENGTH_MAX } from '#contract/visits/access-rules.ts'
import type { AccessField } from '#contract/visits/access-rules.ts'
import type { Home } from '#contract/market/homes.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { PasswordDialog } from '#web/features/people/password-dialog.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { accessViewsQuery, useSaveAccess } from './access.api.ts'
import { useShownValues } from './use-shown-values.ts'

/** The access details of a saved home, for its client. rule: access-details */
export function AccessPart({ home }: { home: Pick<Home, 'id' | 'access'> }) {
  const { t } = useTranslation('access')
  const api = useApi()
  const shown = useShownValues()
  const [isAsking, setIsAsking] = useState(false)
  const hasValues = ACCESS_FIELDS.some((field) => home.access[field])
  const reveal = async (password: string) => {
    const path = { params: { id: home.id }, password }
    shown.show(await api.call('POST /api/homes/{id}/access/reveal', path))
    setIsAsking(false)
  }
  return (
    <FoldedPart title={t('title')} help={t('help')}>
      <div className="flex w-full flex-col gap-4">
        <ul className="flex flex-col divide-y divide-line">
          {ACCESS_FIELDS.map((field) => (
            <li key={field} className="py-3 first:pt-0">
              <OneValue
                homeId={home.id}
                field={field}
                isSaved={home.access[field]}
                value={shown.values?.[field] ?? undefined}
                onChanged={shown.hide}
              />
            </li>
          ))}
        </ul>
        {hasValues && (
          <Button
            look="quiet"
            className="self-start"
            onClick={() => (shown.values ? shown.hide() : setIsAsking(true))}
          >
            {t(shown.values ? 'hide' : 'show')}
          </Button>
        )}
        {isAsking && (
          <PasswordDialog
            title={t('confirm_title')}
            labels={{ confirm: t('show'), busy: t('showing') }}
            onConfirm={reveal}
            onClose={() => setIsAsking(false)}
          >
            <p>{t('confirm_text')}</p>
          </PasswordDialog>
        )}
        <WhoLooked homeId={home.id} />
      </div>
    </FoldedPart>
  )
}

type OneValueProps = {
  homeId: string
  field: AccessField
  isSaved: boolean
  /** The saved value while it is shown. */
  value: string | undefined
  onChanged: () => void
}

function OneValue({ homeId, field, isSaved, value, onChanged }: OneValueProps) {
  const { t } = useTranslation('access')
  const [isEdited, setIsEdited] = useState(false)
  const changeButton = useRef<HTMLButtonElement>(null)
  const { mutate, isPending } = useSaveAccess(homeId)
  const failure = useFailureToast()
  const refusalText = useRefusalText()
  const name = t(`fields.${field}`)
  /** The pressed button is gone, so the one that stays takes the focus. */
  const close = () => {
    flushSync(() => setIsEdited(false))
    changeButton.current?.focus()
  }
  const save = (next: string | null) =>
    mutate(
      { field, value: next },
      {
        onSuccess: () => {
          onChanged()
          close()
          toast.success(t('saved'))
        },
        onError: (error) => failure.show(refusalText(error)),
      },
    )
  if (isEdited) {
    return <ValueForm name={name} isSaving={isPending} onSave={save} onCancel={close} />
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <dl className="min-w-0 grow">
        <dt className="font-medium">{name}</dt>
        <dd className="wrap-anywhere whitespace-pre-wrap">
          {isSaved ? (
            (value ?? (
              <>
                <span aria-hidden="true">••••</span>
                <span className="sr-only">{t('hidden')}</span>
              </>
            ))
          ) : (
            <span className="text-soft">{t('none')}</span>
          )}
        </dd>
      </dl>
      <div className="flex gap-3">
        <Button
          ref={changeButton}
          look="quiet"
          aria-label={`${t('change')}: ${name}`}
          onClick={() => setIsEdited(true)}
        >
          {t('change')}
        </Button>
        {isSaved && (
          <Button
            look="quiet"
            aria-label={`${t('erase')}: ${name}`}
            busy={isPending}
            onClick={() => save(null)}
          >
            {t('erase')}
          </Button>
        )}
      </div>
    </div>
  )
}

type ValueFormProps = {
  name: string
  isSaving: boolean
  onSave: (value: string) => void
  onCancel: () => void
}

/** A new value, typed into an empty field. */
function ValueForm({ name, isSaving, onSave, onCancel }: ValueFormProps) {
  const { t } = useTranslation('access')
  const [typed, setTyped] = useState('')
  const [isSubmittedEmpty, setSubmittedEmpty] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  // The pressed button is gone, so the field takes the focus.
  useEffect(() => field.current?.focus(), [])
  const submit = () => {
    if (typed.trim()) return onSave(typed)
    setSubmittedEmpty(true)
    field.current?.focus()
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextareaField
        label={name}
        help={t('value')}
        rows={2}
        ref={field}
        autoComplete="off"
        spellCheck={false}
        maxLength={ACCESS_LENGTH_MAX}
        value={typed}
        error={isSubmittedEmpty && typed.trim() === '' ? t('value_missing') : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSaving}>
          {t('save')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

/** The log of a home. rule: access-log */
function WhoLooked({ homeId }: { homeId: string }) {
  const { t } = useTranslation('access')
  const query = useQuery(accessViewsQuery(useApi(), homeId))
  const format = useFormat()
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-lg">{t('who_looked')}</h3>
      <QueryState query={query} failed={t('failed')}>
        {({ views, time_zone }) =>
          views.length === 0 ? (
            <p className="text-soft">{t('nobody')}</p>
          ) : (
            <ul
              aria-label={t('who_looked')}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it
              tabIndex={0}
              className="flex max-h-80 flex-col gap-1 overflow-y-auto"
            >
              {views.map(({ at, professional }) => {
                const time = format.visit(at, time_zone)
                return (
                  <li key={at} className="wrap-anywhere">
                    {professional
                      ? t('looked', { name: professional.full_name, time })
                      : t('you', { time })}
                  </li>
                )
              })}
            </ul>
          )
        }
      </QueryState>
    </section>
  )
}
