/** Line icons and the logo. They take the colour of the text next to them and have no meaning without it. */

const PATHS = {
  overview: "M2 8h12M5 4.5v7M11 4.5v7M8 6v4",
  usage: "M2.5 13.5h11M4 11V8M7 11V4.500M10 11V6.500M13 11V2.500",
  team: "M2 12.5h12M4 10V8M6.5 10V5M9 10V3.5M11.5 10V7",
  sessions: "M2 4h6M5 8h7M9 12h5",
  prompts: "M3 4h10M3 8h7M3 12h4",
  rightsizing: "M3 3.5h10M3 6.5h7.500M3 9.5h5M3 12.500h2.500",
  advisor: "M2.5 3h11v8H8l-3 2.5V11H2.5ZM5.5 6h5M5.5 8.500h3",
  checkIn: "M3 4h10v9H3ZM3 6.5h10M6 2.500v2M10 2.500v2M6 10l1.500 1.500 3-3",
  reports: "M4 2.500h5.500L12.500 5.500v8H4ZM9.500 2.500v3h3M6 8.500h4.500M6 11h4.500",
  schedules: "M8 13.500a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11ZM8 5v3l2 1.500",
  alerts: "M4 11.500V7a4 4 0 0 1 8 0v4.500M2.500 11.500h11M6.500 13.500h3",
  governance: "M8 2.500v11M4 13.500h8M3 5h10M3 5l-1.500 4h3ZM13 5l-1.500 4h3Z",
  throttle: "M2 11a6 6 0 1 1 12 0M8 11l2.5-3.5",
  settings: "M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6M10 3.5v3M6 9.5v3",
  person: "M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM3 13.5c.6-2.4 2.5-3.5 5-3.5s4.4 1.100 5 3.500",
  connect: "M8 13V3.500M4 7l4-3.500L12 7",
  search: "M7 11.5a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9ZM10.3 10.3 13.5 13.5",
  right: "M6 3.5 10.5 8 6 12.5",
  menu: "M2.5 5h11M2.5 11h11",
  close: "m4 4 8 8M12 4l-8 8",
  theme: "M8 2.5v11M8 2.5a5.5 5.5 0 0 1 0 11 5.5 5.5 0 0 1 0-11M8 5h4.500M8 8h5.500M8 11h4.500",
  docs: "M8 13.500a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11ZM6.300 6.300a1.700 1.700 0 1 1 2.600 1.500c-.6.4-.9.7-.9 1.400M8 11.200v.1",
  copy: "M5.5 5.5h8v8h-8ZM3 10.5h-.5v-8h8V3",
  check: "m3.5 8.5 3 3 6-7",
  leave: "M6.500 3H3v10h3.500M10 5l3 3-3 3M13 8H6.500",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The product's mark: a score with its interval on a scale. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 20 20" aria-hidden="true">
      <path className="mark-scale" d="M2 5v10M18 5v10M2 10h16" />
      <rect className="mark-band" x="6" y="7" width="8" height="6" rx="1.5" />
      <path className="mark-value" d="M10 4v12" />
    </svg>
  );
}
