export default import.meta.glob<object>('./es/*.json', { eager: true, import: 'default' })
