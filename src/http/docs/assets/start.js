// Draws the document that the page names. Its operations are listed; each opens when it is chosen.

const reference = document.getElementById('reference');
SwaggerUIBundle({
  url: reference.dataset.url,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  withCredentials: true,
});
