import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import { tasksOfService } from '#contract/market/home-rules.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { AmountField } from './amount-field.tsx'
import { CheckField } from '#web/ui/forms/check-field.tsx'
import { useProblemText } from './offer-texts.ts'
import { numberOf } from './offer-values.ts'
import type { ServiceValues } from './offer-values.ts'
import type { OfferForm } from './use-offer-form.ts'

type PricesPartProps = { form: OfferForm; profileRate: number }

/** A row for each service: its rate, shortest visit and tasks. rule: offer */
export function PricesPart({ form: { values, set, problem }, profileRate }: PricesPartProps) {
  const { t } = useTranslation('offer')
  const problemText = useProblemText(problem)
  return (
    <div role="group" aria-label={t('services.title')} className="divide-y divide-line">
      {values.services.map((service) => (
        <Service
          key={service.type}
          service={service}
          profileRate={profileRate}
          error={problemText(`rate.${service.type}`)}
          onChange={(change) =>
            set({
              services: values.services.map((one) =>
                one.type === service.type ? { ...one, ...change } : one,
              ),
            })
          }
        />
      ))}
    </div>
  )
}

type ServiceProps = {
  service: ServiceValues
  profileRate: number
  error: string | undefined
  onChange: (change: Partial<ServiceValues>) => void
}

function Service({ service, profileRate, error, onChange }: ServiceProps) {
  const { t } = useTranslation(['offer', 'search'])
  const format = useFormat()
  const { type, hourly_rate, minimum_hours, included } = service
  const tasks = tasksOfService(type)
  const name = t(`search:service_types.${type}`)
  const ownRate = numberOf(hourly_rate)
  const isBeneath = ownRate < profileRate
  return (
    <FoldedPart title={name} fact={format.money(ownRate > profileRate ? ownRate : profileRate)}>
      <fieldset className="flex w-full min-w-0 flex-col gap-4">
        <legend className="sr-only">{name}</legend>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <AmountField
            label={t('services.rate')}
            name={`rate.${type}`}
            value={hourly_rate}
            placeholder={format.number(profileRate)}
            help={
              isBeneath
                ? t('services.beneath', { rate: format.money(profileRate) })
                : t('services.rate_help')
            }
            error={error}
            onChange={(value) => onChange({ hourly_rate: value })}
          />
          <SelectField
            label={t('services.minimum')}
            value={minimum_hours}
            onChange={({ currentTarget }) =>
              onChange({
                minimum_hours:
                  BOOKING_HOURS.find((hours) => hours === Number(currentTarget.value)) ?? 1,
              })
            }
          >
            {BOOKING_HOURS.map((hours) => (
              <option key={hours} value={hours}>
                {t('hours', { count: hours })}
              </option>
            ))}
          </SelectField>
        </div>
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-medium text-action">
            {t('services.included', { count: included.length, all: tasks.length })}
          </summary>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {tasks.map((task) => (
              <CheckField
                key={task}
                label={t(`tasks.${task}`)}
                checked={included.includes(task)}
                onChange={(isIncluded) =>
                  onChange({
                    included: tasks.filter((one) =>
                      one === task ? isIncluded : included.includes(one),
                    ),
                  })
                }
              />
            ))}
          </div>
        </details>
      </fieldset>
    </FoldedPart>
  )
}
