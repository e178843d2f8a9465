export interface PresetColour {
  readonly value: string;
  /** Together with the tone, the key of the colour's name in `app.form.hue` and `app.form.tone`. */
  readonly hue: string;
  readonly tone: string;
}

/** The 49 colours of the palette, seven per line. */
export const presetColours: readonly PresetColour[] = `
  red-400:#f87171 red-500:#ef4444 red-600:#dc2626 red-700:#b91c1c red-800:#991b1b rose-600:#e11d48 rose-700:#be123c
  orange-400:#fb923c orange-500:#f97316 orange-600:#ea580c orange-700:#c2410c orange-800:#9a3412 amber-600:#d97706 amber-700:#b45309
  yellow-400:#facc15 yellow-500:#eab308 yellow-600:#ca8a04 yellow-700:#a16207 yellow-800:#854d0e lime-500:#84cc16 lime-600:#65a30d
  green-400:#4ade80 green-500:#22c55e green-600:#16a34a green-700:#15803d green-800:#166534 emerald-500:#10b981 emerald-700:#047857
  teal-400:#2dd4bf teal-500:#14b8a6 teal-600:#0d9488 teal-700:#0f766e cyan-400:#22d3ee cyan-500:#06b6d4 cyan-700:#0e7490
  blue-400:#60a5fa blue-500:#3b82f6 blue-600:#2563eb blue-700:#1d4ed8 blue-800:#1e40af indigo-500:#6366f1 indigo-700:#4338ca
  violet-400:#a78bfa violet-500:#8b5cf6 violet-600:#7c3aed fuchsia-500:#d946ef fuchsia-700:#a21caf slate-500:#64748b slate-700:#334155
`
  .trim()
  .split(/\s+/)
  .map((preset) => {
    const [, hue = '', tone = '', value = ''] = /^(\w+)-(\d+):(.+)$/.exec(preset) ?? [];
    return { value, hue, tone };
  });
