// The page around Swagger UI: shares the key with the other pages and sends it with every request to this service.
const KEY = 'fieldstone-key';
const NOT_VALID = 'This key is not valid';

const field = document.querySelector('#key');
const state = document.querySelector('#key-state');

field.value = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? '';
document.querySelector('#key-bar').addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem(KEY, field.value.trim());
  show();
});

/** A string, an empty container, a mark, or anything else of a JSON text. */
const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|\[\s*\]|\{\s*\}|[[\]{},:]|[^\s"[\]{},:]+/g;

/** A JSON text with line breaks and indentation, each of its tokens as it came. */
function indented(json) {
  let line = '\n';
  return json.match(JSON_TOKEN)?.map(spaced).join('') ?? json;

  function spaced(token) {
    if (token === ':') return ': ';
    if (token === ',') return `,${line}`;
    if (token === '[' || token === '{') {
      line += '  ';
      return token + line;
    }
    if (token !== ']' && token !== '}') return token;
    line = line.slice(0, -2);
    return line + token;
  }
}

/** Shows the text of JSON bodies: Swagger UI would parse and print them, which rounds integers beyond 2^53. */
function exactBodies({ React }) {
  const wrap = (Original) => (props) => {
    const { content, contentType, getComponent } = props;
    const isJson =
      typeof content === 'string' && /^application\/([\w.-]+\+)?json\b/i.test(contentType);
    if (!isJson) return React.createElement(Original, props);
    const options = {
      language: 'json',
      downloadable: true,
      fileName: 'response.json',
      canCopy: true,
    };
    return React.createElement(
      'div',
      null,
      React.createElement('h5', null, 'Response body'),
      React.createElement(getComponent('HighlightCode', true), options, indented(content)),
    );
  };
  return { wrapComponents: { responseBody: wrap } };
}

function show() {
  state.textContent = field.value ? '' : 'Enter a key to see what it may run';
  if (!field.value) return field.focus();
  if (/[^\0-\xff]/.test(field.value)) {
    // Browsers send no header of such characters.
    state.textContent = NOT_VALID;
    return;
  }
  window.SwaggerUIBundle({
    url: '/openapi.json',
    dom_id: '#docs',
    deepLinking: true,
    tryItOutEnabled: true,
    plugins: [exactBodies],
    // The default would contact Swagger's online validator.
    validatorUrl: null,
    requestInterceptor(request) {
      const isOurs = new URL(request.url, location.href).origin === location.origin;
      if (isOurs) request.headers['X-API-KEY'] = field.value.trim();
      return request;
    },
    responseInterceptor(response) {
      const isContract = new URL(response.url, location.href).pathname === '/openapi.json';
      if (isContract) state.textContent = response.status === 401 ? NOT_VALID : '';
      return response;
    },
  });
}

show();
