import { useId } from 'react'
import { Controller } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { AreasField } from './areas-field.tsx'
import { ComplaintLine } from './complaint-line.tsx'
import { Section } from './section.tsx'
import type { Typed } from './typed.ts'

/** Where she works: ZIPs and cities, chosen from the places there are (decision 11). */
export function AreasSection({
  form,
  complaint,
}: {
  form: UseFormReturn<Typed>
  complaint: string | undefined
}) {
  const { t } = useTranslation('profile')
  const id = useId()
  return (
    <Section title={t('areas.title')} help={t('areas.help')}>
      <div className="flex flex-col gap-1.5">
        <Controller
          control={form.control}
          name="service_areas"
          render={({ field }) => (
            <AreasField
              value={field.value}
              onChange={field.onChange}
              invalid={Boolean(complaint)}
              describedBy={complaint ? `${id}-complaint` : undefined}
              ref={field.ref}
            />
          )}
        />
        <ComplaintLine id={`${id}-complaint`}>{complaint}</ComplaintLine>
      </div>
    </Section>
  )
}
