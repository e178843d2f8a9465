/** The 49 colours of the palette, a row of seven per line. */
export const presetColours: readonly string[] = `
  #f87171 #ef4444 #dc2626 #b91c1c #991b1b #e11d48 #be123c
  #fb923c #f97316 #ea580c #c2410c #9a3412 #d97706 #b45309
  #facc15 #eab308 #ca8a04 #a16207 #854d0e #84cc16 #65a30d
  #4ade80 #22c55e #16a34a #15803d #166534 #10b981 #047857
  #2dd4bf #14b8a6 #0d9488 #0f766e #22d3ee #06b6d4 #0e7490
  #60a5fa #3b82f6 #2563eb #1d4ed8 #1e40af #6366f1 #4338ca
  #a78bfa #8b5cf6 #7c3aed #d946ef #a21caf #64748b #334155
`
  .trim()
  .split(/\s+/);
