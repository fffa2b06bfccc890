export default import.meta.glob<object>('./pt/*.json', { eager: true, import: 'default' })
