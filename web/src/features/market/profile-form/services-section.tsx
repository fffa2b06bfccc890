import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { FREQUENCIES } from '#contract/product.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { serviceTypesQuery } from '../search/search.api.ts'
import { FieldErrorLine, Section } from './form-section.tsx'
import type { FormValues } from './form-values.ts'

/** A checkbox for each service type. rule: service-types */
export function ServicesSection({
  form,
  fieldError,
  className,
}: {
  form: UseFormReturn<FormValues>
  fieldError: string | undefined
  className: string | undefined
}) {
  const { t } = useTranslation(['profile', 'find', 'search'])
  const id = useId()
  const { data: types, isError, isFetching, refetch } = useQuery(serviceTypesQuery(useApi()))
  return (
    <Section title={t('services.title')} help={t('services.help')} className={className}>
      {isError && (
        <MessageBox tone="problem">
          <p>{t('find:service_types_failed')}</p>
          <Button look="quiet" className="mt-2" busy={isFetching} onClick={() => void refetch()}>
            {t('search:again')}
          </Button>
        </MessageBox>
      )}
      {!types && !isError && <Skeleton className="h-44" />}
      {types && (
        <fieldset aria-describedby={fieldError ? `${id}-error` : undefined}>
          <legend className="sr-only">{t('services.title')}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {types.map((type) => (
              <label key={type} className={CHOICE}>
                <input
                  type="checkbox"
                  value={type}
                  className="size-5 shrink-0"
                  aria-invalid={fieldError ? true : undefined}
                  aria-describedby={fieldError ? `${id}-error` : undefined}
                  {...form.register('services_offered')}
                />
                {t(`search:service_types.${type}`)}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <FieldErrorLine id={`${id}-error`}>{fieldError}</FieldErrorLine>
      <FrequenciesField form={form} />
    </Section>
  )
}

const CHOICE =
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-edge bg-surface px-4 py-2 transition-colors hover:border-action has-checked:border-action has-checked:bg-mint has-checked:font-medium has-disabled:cursor-default has-disabled:opacity-60'

/** A checkbox for each frequency; all at first. rule: service-types */
function FrequenciesField({ form }: { form: UseFormReturn<FormValues> }) {
  const { t } = useTranslation(['profile', 'search'])
  const id = useId()
  return (
    <fieldset aria-describedby={`${id}-help`} className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">{t('services.frequencies')}</legend>
      <p id={`${id}-help`} className="text-sm text-soft">
        {t('services.frequencies_help')}
      </p>
      <div className="grid grid-cols-2 gap-3">
        {FREQUENCIES.map((frequency) => (
          <label key={frequency} className={CHOICE}>
            <input
              type="checkbox"
              value={frequency}
              className="size-5 shrink-0"
              {...form.register('frequencies_offered')}
            />
            {t(`search:frequencies.${frequency}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
