import type { CurrentSetting } from '../../config/setting-list.ts';

/** Settings in the form of `.env`, each below its meaning, where its value comes from, and its default. */
export function printConfig(settings: readonly CurrentSetting[]): string {
  return settings
    .map(({ name, meaning, defaultText, isOverridden, shown, source }) => {
      const before = isOverridden ? ', which comes before CONFIG_FILE' : '';
      const origin =
        source === 'default'
          ? 'Default.'
          : `From ${source}${before}; default: ${defaultText || 'none'}.`;
      return `# ${meaning}\n# ${origin}\n${name}=${shown}\n`;
    })
    .join('\n');
}
