import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agreement } from '#contract/bookings/agreements.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { Refusal } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { visitAddress } from '../list/booking-address.ts'
import { LANGUAGE_NAMES } from '#web/i18n/language-names.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import {
  BroomIcon,
  CalendarIcon,
  ChevronDownIcon,
  CloseIcon,
  PinIcon,
  ShieldIcon,
  WalletIcon,
} from '#web/ui/pictures/icons.tsx'
import { PHONE_BAR } from '#web/ui/phone-bar.ts'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { useOnline } from '#web/ui/states/use-online.ts'
import { agreementQuery, useConfirmAgreement } from './agreements.api.ts'

/** The work agreement of a visit, made to print on one sheet. rule: work-agreement */
export default function AgreementScreen({ id }: { id: string }) {
  const { t } = useTranslation('agreements')
  const [version, setVersion] = useState<number>()
  const query = useQuery(agreementQuery(useApi(), id, version))
  const missing =
    query.error instanceof Refusal && [404, 409].includes(query.error.status)
      ? query.error.status === 409
        ? 'not_made'
        : 'not_found'
      : undefined
  return (
    <div className="page flex flex-col gap-6 print:p-0">
      <div className="print:hidden">
        <TextLink href={visitAddress(id)}>{t('back')}</TextLink>
      </div>
      {!query.data && (
        <h1 className={missing ? 'sr-only' : 'text-2xl md:text-3xl'}>{t('title')}</h1>
      )}
      {missing ? (
        <EmptyState drawing={emptySignedIn.noBookings} title={t(missing)}>
          {missing === 'not_made' ? t('not_made_help') : t('not_found_help')}
        </EmptyState>
      ) : (
        <QueryState query={query} failed={t('failed')} pending={<RowsSkeleton count={6} />}>
          {(agreement) => <AgreementPage id={id} agreement={agreement} onChoose={setVersion} />}
        </QueryState>
      )}
    </div>
  )
}

type PageProps = {
  id: string
  agreement: Agreement
  /** Called with the chosen version; undefined for the latest one. */
  onChoose: (version: number | undefined) => void
}

function AgreementPage({ id, agreement, onChoose }: PageProps) {
  const { t } = useTranslation('agreements')
  const versionText = useVersionText(agreement.time_zone)
  const { version, latest, because, columns } = agreement
  return (
    <article className={classNames('flex flex-col gap-6', printSize(columns))}>
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
          <p className="text-soft">
            <DotSeparated facts={[versionText(agreement), t(`because.${because}`)]} />
          </p>
        </div>
        <Button look="quiet" className="print:hidden" onClick={() => window.print()}>
          {t('print')}
        </Button>
      </header>
      {version < latest && (
        <p className="flex flex-wrap items-center gap-x-3 rounded-md bg-amber-soft p-4 font-medium text-amber">
          {t('older')}
          <Button look="link" className="px-0! print:hidden" onClick={() => onChoose(undefined)}>
            {t('newest')}
          </Button>
        </p>
      )}
      {agreement.redacted && (
        <p className="text-soft">{t(columns.length > 0 ? 'redacted' : 'forgotten')}</p>
      )}
      {columns.length > 0 && (
        <>
          <Summary columns={columns} />
          <details
            open={agreement.difference !== null}
            className="card group print:border-0 print:[&::details-content]:[content-visibility:visible]"
          >
            <summary className="flex min-h-14 items-center justify-between gap-3 px-4 font-semibold md:px-8 print:hidden">
              {t('full_text')}
              <ChevronDownIcon className="size-5 shrink-0 text-soft transition-transform group-open:rotate-180" />
            </summary>
            <div
              className={classNames(
                'grid gap-8 p-4 pt-1 md:p-8 md:pt-2 print:p-0',
                columns.length > 1 && 'md:grid-cols-2 print:grid-cols-2',
              )}
            >
              {columns.map((column) => (
                <Column key={column.language} column={column} difference={agreement.difference} />
              ))}
            </div>
          </details>
        </>
      )}
      <Confirmations agreement={agreement} />
      {agreement.may_confirm && <Agree id={id} agreement={agreement} />}
      <p className="hidden text-sm text-soft print:block">
        {t('hash')}: <span className="font-mono break-all">{agreement.hash}</span>
      </p>
      {agreement.versions.length > 1 && (
        <section className="flex flex-col gap-2 print:hidden">
          <h2 className="text-xl">{t('versions')}</h2>
          <ul>
            {agreement.versions.map((one) => (
              <li key={one.version} className="flex flex-wrap items-center gap-x-3">
                <Button
                  look="link"
                  className="px-0! text-left"
                  aria-current={one.version === version || undefined}
                  onClick={() => onChoose(one.version)}
                >
                  {versionText(one)}
                </Button>
                <span className="text-sm text-soft">{t(`because.${one.because}`)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  )
}

const SUMMARY = [
  ['when', CalendarIcon],
  ['where', PinIcon],
  ['tasks', BroomIcon],
  ['price', WalletIcon],
  ['cancellation', CloseIcon],
  ['breakage', ShieldIcon],
] as const

/** The lines that matter most, in the reader's language if the agreement has it. On paper the full text is enough. */
function Summary({ columns }: Pick<Agreement, 'columns'>) {
  const { i18n } = useTranslation('agreements')
  const own = columns.find(({ language }) => language === i18n.language)
  const { language, sections } = own ?? columns[0]!
  return (
    <ul lang={language} className="flex flex-col gap-4 print:hidden">
      {SUMMARY.map(([code, Icon]) => {
        const lines = sections.find((section) => section.code === code)?.lines ?? []
        return lines.length === 0 ? null : (
          <li key={code} className="flex gap-3">
            <Icon className="mt-0.5 size-5 shrink-0 text-action" />
            <div className="min-w-0 wrap-anywhere">
              {(code === 'price' ? lines : lines.slice(0, 1)).map((line) => (
                <p key={line}>{line}</p>
              ))}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** The smaller the more there is to say, so that all of it fits on one sheet, A4 or Letter. */
function printSize(columns: Agreement['columns']): string {
  const isOne = columns.length < 2
  const width = isOne ? 120 : 75
  const rows = columns.map(({ sections }) =>
    sections
      .flatMap(({ lines }) => lines)
      .reduce((sum, line) => sum + Math.ceil(line.length / width), 0),
  )
  const longest = Math.max(0, ...rows)
  if (isOne && longest <= 34) return 'print:[zoom:0.75]'
  return longest <= 42 ? 'print:[zoom:0.6]' : 'print:[zoom:0.45]'
}

function useVersionText(zone: string) {
  const { t } = useTranslation('agreements')
  const format = useFormat()
  return ({ version, made_at }: { version: number; made_at: string }) =>
    t('version', { version, date: format.date(made_at, zone) })
}

type ColumnProps = {
  column: Agreement['columns'][number]
  difference: Agreement['difference']
}

/** The text in one language; what is new says so in words. */
function Column({ column: { language, sections }, difference }: ColumnProps) {
  const { t, i18n } = useTranslation('agreements')
  // Our own words among texts of another language. rule: work-agreement
  const ours = { lang: i18n.language }
  const own = (difference ?? []).filter((one) => one.language === language)
  const gone = own.filter(({ after }) => after === null)
  return (
    <section lang={language} className="min-w-0">
      <h2 className="mb-3 text-lg">{LANGUAGE_NAMES[language]}</h2>
      <div className="flex flex-col gap-2.5">
        {sections.map(({ code, lines }) => {
          const changed = own.find((one) => one.code === code)
          return (
            <div
              key={code}
              className={classNames('wrap-anywhere', changed && 'border-l-4 border-action pl-3')}
            >
              {changed && (
                <span {...ours}>
                  <Badge tone="good">{t('new')}</Badge>
                </span>
              )}
              {lines.map((line) => (
                <p key={line}>{line}</p>
              ))}
              {changed && (
                <p className="text-sm whitespace-pre-line text-soft print:hidden">
                  {changed.before === null ? (
                    <span {...ours}>{t('before_nothing')}</span>
                  ) : (
                    <>
                      <span {...ours}>{t('before')}</span> {changed.before}
                    </>
                  )}
                </p>
              )}
            </div>
          )
        })}
        {gone.map(({ code, before }) => (
          <p key={code} className="text-sm whitespace-pre-line text-soft print:hidden">
            <span {...ours}>
              {t('gone')}. {t('before')}
            </span>{' '}
            {before}
          </p>
        ))}
      </div>
    </section>
  )
}

function Confirmations({ agreement: { confirmed, time_zone } }: { agreement: Agreement }) {
  const { t } = useTranslation('agreements')
  const format = useFormat()
  return (
    <section>
      <h2 className="mb-1 text-xl">{t('confirmations')}</h2>
      <ul>
        {(['client', 'professional'] as const).map((side) => {
          const at = confirmed[side]
          return (
            <li key={side}>
              {t(`sides.${side}`)}:{' '}
              {at ? t('agreed_at', { time: format.visit(at, time_zone) }) : t('not_agreed')}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** rule: work-agreement */
function Agree({ id, agreement: { version, hash } }: { id: string; agreement: Agreement }) {
  const { t } = useTranslation('agreements')
  const refusalText = useRefusalText()
  const confirm = useConfirmAgreement(id)
  const failure = useFailureToast()
  const isOnline = useOnline()
  const agree = async () => {
    failure.clear()
    try {
      await confirm.mutateAsync({ version, hash })
      toast.success(t('agreed'))
    } catch (error) {
      failure.show(refusalText(error))
    }
  }
  return (
    <div
      className={`${PHONE_BAR} flex flex-wrap items-center gap-3 max-sm:border-t max-sm:border-line max-sm:bg-paper max-sm:*:grow print:hidden`}
    >
      <Button busy={confirm.isPending} disabled={!isOnline} onClick={() => void agree()}>
        {t('agree')}
      </Button>
      {!isOnline && <p className="text-soft">{t('offline')}</p>}
    </div>
  )
}
