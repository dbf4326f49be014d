import type { ChartTheme, DrawnChart } from './draw-chart.ts';

const MARGIN = 16;
const LINE = 26;

/** Saves a chart as a PNG file, with its title and the names of its series. */
export function savePicture(
  { canvas }: DrawnChart,
  { background, colours, font, text }: ChartTheme,
  { names, title }: { readonly title: string; readonly names: readonly string[] },
): void {
  const picture = document.createElement('canvas');
  const top = MARGIN + 2 * LINE;
  picture.width = canvas.width + 2 * MARGIN;
  picture.height = canvas.height + top + MARGIN;
  const context = picture.getContext('2d');
  if (!context) return;
  context.fillStyle = background;
  context.fillRect(0, 0, picture.width, picture.height);
  context.fillStyle = text;
  context.font = font.replace(/\d+px/, '20px');
  context.fillText(title, MARGIN, MARGIN + 18);
  context.font = font.replace(/\d+px/, '16px');
  let left = MARGIN;
  for (const [index, name] of names.entries()) {
    context.fillStyle = colours[index % colours.length] ?? text;
    context.fillRect(left, MARGIN + LINE + 6, 14, 14);
    context.fillStyle = text;
    context.fillText(name, left + 20, MARGIN + LINE + 18);
    left += 44 + context.measureText(name).width;
  }
  context.drawImage(canvas, MARGIN, top);
  picture.toBlob((blob) => blob && download(blob, `${title}.png`), 'image/png');
}

function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
