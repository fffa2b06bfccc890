import type { Language, ServiceType } from '#contract/product.ts'

/** The names of the service types. rule: service-types */
export const SERVICE_NAMES: Record<Language, Record<ServiceType, string>> = {
  en: {
    standard: 'Standard Cleaning',
    deep: 'Deep Cleaning',
    move_in_out: 'Move In/Out Cleaning',
    post_construction: 'Post-Construction Cleaning',
    office: 'Office Cleaning',
  },
  pt: {
    standard: 'Limpeza padrão',
    deep: 'Limpeza pesada',
    move_in_out: 'Limpeza de mudança',
    post_construction: 'Limpeza pós-obra',
    office: 'Limpeza de escritório',
  },
  es: {
    standard: 'Limpieza estándar',
    deep: 'Limpieza profunda',
    move_in_out: 'Limpieza por mudanza',
    post_construction: 'Limpieza después de obra',
    office: 'Limpieza de oficina',
  },
}
